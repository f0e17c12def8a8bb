/**
 * The doctor: is the store sound, and if not, what should the user do? The report is the same on the command line and
 * in VS Code. A store that cannot be opened is a finding, not an exception.
 */
import { counted, megabytesText } from '../../util/text.ts';
import type { Secrets } from '../governance/secrets.ts';
import { tallyText } from '../governance/secrets.ts';
import type { EmbeddingStore } from '../recall/embeddings.ts';
import { bigMindErrorFrom } from '../shared/errors.ts';
import { wordedFindings } from '../shared/findings.ts';
import type { Finding, WordedFinding, WordRemedy } from '../shared/findings.ts';
import type { MaintenanceStore, OpenRight, StoreReport } from '../shared/maintenance.ts';
import { quotedLine } from '../trust/quoting.ts';
import { embeddingFindings } from './embeddingFindings.ts';
import type { HealthReport } from './health.ts';

export interface DoctorReport {
  findings: Finding[];
  store: StoreReport | undefined;
  /** Findings about the memories; absent if the store cannot be read. */
  health?: HealthReport | undefined;
  /** Whether there is no problem; warnings are possible. */
  sound: boolean;
}

/** The inputs of the doctor. */
export interface DoctorInput {
  maintenance: MaintenanceStore;
  embeddings: Pick<EmbeddingStore, 'report'>;
  /** The `model` of the embedding provider; absent if there is none. */
  chosenModel?: string | undefined;
  /** Findings about the embedding model; absent if there is none. */
  model?: () => Promise<Finding[]>;
  /** Redactions before storing; `look` also checks stored rows and is absent unless requested. */
  secrets?: { tally: Secrets['tally']; look?: () => Promise<Finding[]> };
  /** Findings about recent activity of hooks; absent if there are none. */
  recent?: () => Promise<Finding[]>;
  /** Findings about learning and projects; absent in a window that does not read the store. */
  further?: () => Promise<Finding[]>;
  /** The health check of the caller's memories. */
  health: () => Promise<HealthReport>;
}

/**
 * Checks the whole store; takes seconds for a large one. `surroundings` are findings of the host. Rejects only if the
 * health check does, as for an invalid number of days.
 */
export async function examine(patient: DoctorInput, surroundings: Finding[] = []): Promise<DoctorReport> {
  let store: StoreReport | undefined;
  const findings = [...surroundings];
  try {
    store = await patient.maintenance.inspect();
    findings.push(...findingsOf(store), ...embeddingFindings(await patient.embeddings.report(), patient.chosenModel));
    findings.push(...((await patient.model?.()) ?? []), ...((await patient.further?.()) ?? []));
    findings.push(...(await secretsOf(patient)), ...((await patient.recent?.()) ?? []));
  } catch (thrown) {
    const error = bigMindErrorFrom(thrown);
    findings.push({
      status: 'problem',
      what: error.message,
      remedy: error.remedy,
    });
  }
  const health = store === undefined ? undefined : await patient.health();
  const sound = findings.every((finding) => finding.status !== 'problem');
  return { findings, store, sound, health };
}

function findingsOf(store: StoreReport): Finding[] {
  const { totals } = store;
  const contents = [
    counted(totals.facts, 'fact'),
    counted(totals.sessions, 'session'),
    counted(totals.chunks, 'kept exchange'),
    counted(totals.knowledge, 'entry of team knowledge', 'entries of team knowledge'),
    counted(totals.messages, 'archived message'),
  ].join(', ');
  return [
    { status: 'ok', what: `The database ${store.location} opens; schema version ${String(store.schemaVersion)}.` },
    {
      status: 'ok',
      what: `It contains ${contents}; ${megabytesText(totals.bytes)} on disk, ${counted(totals.openSessions, 'open session')}.`,
    },
    engineFinding(store),
    ...accessFindings(store),
    ...userFindings(store),
    ...damageFindings(store.damage),
    indexFinding(store),
  ];
}

function engineFinding({ engine, engineVersion, journalMode }: StoreReport): Finding {
  if (engine === 'PostgreSQL') return { status: 'ok', what: `Engine PostgreSQL ${engineVersion}.` };
  const what = `Engine ${engine}, SQLite ${engineVersion}, journal mode ${journalMode}.`;
  if (engine === 'node:sqlite' && journalMode === 'wal') return { status: 'ok', what };
  if (engine === 'node:sqlite') {
    return {
      status: 'warning',
      what: `${what} The database is probably on a network share, where SQLite cannot use WAL. That is safe but slower.`,
      remedy: { code: 'move_store' },
    };
  }
  return {
    status: 'warning',
    what: `${what} This engine keeps the whole database in RAM and is slow for large ones.`,
    remedy: 'Outside a browser, run BigMind with Node 24.15 or newer (or 22.22.3), or inside a current VS Code.',
  };
}

function accessFindings({ ownsSchema, openRights = [], users }: StoreReport): Finding[] {
  if (ownsSchema === undefined) return [];
  if (!ownsSchema) {
    const kept: Finding = { status: 'ok', what: 'The database itself keeps people apart (row security).' };
    return [kept, ...openRights.map(openRightFinding)];
  }
  const what = 'This login owns the schema, so row security protects from mistakes only.';
  const remedy = 'To keep people apart, prepare a separate login for the server: see docs/postgresql-security.md.';
  return [users > 1 ? { status: 'warning', what, remedy } : { status: 'ok', what }];
}

/** Of a database in which more than BigMind needs is allowed. */
export function openRightFinding({ right, remedy }: OpenRight): Finding & { remedy: string } {
  const what =
    right === 'TEMPORARY'
      ? 'Logins may create temporary tables in this database, which BigMind does not need.'
      : 'Every login of the database server may connect to this database, and hold locks that those who save wait for.';
  return { status: 'warning', what, remedy: `As the administrator of the database, run: ${remedy}` };
}

/** In one file, everyone who writes waits for each other. */
const maxUsersOfFile = 20;

function userFindings({ users, engine }: StoreReport): Finding[] {
  if (users <= maxUsersOfFile || (engine !== 'node:sqlite' && engine !== 'sql.js')) return [];
  const what = `${counted(users, 'person uses', 'people use')} this file. A file suits up to ${String(maxUsersOfFile)}.`;
  return [{ status: 'warning', what, remedy: { code: 'move_to_server' } }];
}

function damageFindings(damage: string[]): Finding[] {
  if (damage.length === 0) return [{ status: 'ok', what: 'The integrity check found no damage.' }];
  return damage.map((what) => ({ status: 'problem', what: `Damage: ${what}`, remedy: { code: 'repair_store' } }));
}

function indexFinding({ indexMissing, indexOrphans }: StoreReport): Finding {
  if (indexMissing + indexOrphans === 0) return { status: 'ok', what: 'The search index is complete.' };
  return {
    status: 'problem',
    what: `The search index lacks ${counted(indexMissing, 'memory', 'memories')} and contains ${String(indexOrphans)} too many.`,
    remedy: { code: 'rebuild_index' },
  };
}

async function secretsOf({ secrets }: DoctorInput): Promise<Finding[]> {
  if (secrets === undefined) return [];
  const what = tallyText(await secrets.tally());
  const looked = (await secrets.look?.()) ?? [];
  return [...(what === undefined ? [] : [{ status: 'ok' as const, what }]), ...looked];
}

/** A user's redaction patterns that are not used, one sentence each. */
export function patternFindings(refused: readonly string[]): Finding[] {
  return refused.map((what) => ({
    status: 'warning',
    what,
    remedy: { code: 'correct_patterns' },
  }));
}

/** Invalid settings that were replaced by their defaults, one sentence each. */
export function settingFindings(warnings: readonly string[]): Finding[] {
  return warnings.map((what) => ({ status: 'warning', what, remedy: 'Correct it, or remove it to use the default.' }));
}

const marks = { ok: '✔', off: '○', warning: '⚠', problem: '✖' } as const;

/** A report in an edge's words. */
interface WordedReport extends DoctorReport {
  findings: WordedFinding[];
  health?: HealthReport & { findings: WordedFinding[] };
}

export function wordedReport({ health, ...report }: DoctorReport, word: WordRemedy): WordedReport {
  return {
    ...report,
    findings: wordedFindings(report.findings, word),
    ...(health !== undefined && { health: { ...health, findings: wordedFindings(health.findings, word) } }),
  };
}

/** The report for users, as Markdown. */
export function doctorMarkdown(report: WordedReport): string {
  const all = [...report.findings, ...(report.health?.findings ?? [])];
  const isNoted = all.some(({ status }) => status === 'warning');
  const well = isNoted ? 'BigMind is healthy. The lines marked ⚠ say what could be better.' : 'BigMind is healthy.';
  const verdict = report.sound ? well : 'BigMind has problems: see the lines marked ✖.';
  const memories =
    report.health === undefined ? '' : `## The memories\n\n${findingsMarkdown(report.health.findings)}\n\n`;
  return `# BigMind doctor\n\n## The database\n\n${findingsMarkdown(report.findings)}\n\n${memories}${verdict}\n`;
}

/** One bullet for each finding, followed by its details and remedy. */
export function findingsMarkdown(findings: readonly WordedFinding[]): string {
  return findings
    .map(({ status, what, remedy, details = [] }) =>
      [
        `- ${marks[status]} ${what}`,
        ...details.map((detail) => `    - ${quotedLine(detail)}`),
        ...(remedy === undefined ? [] : [`  → ${remedy}`]),
      ].join('\n'),
    )
    .join('\n');
}
