/** What `bigmind migrate` says, for people and as JSON. */
import type { ComparedTable, TransferPlan, TransferReport } from '../../../memory/upkeep/transfer.ts';
import { rowsOfTables, unfitText } from '../../../memory/upkeep/transfer.ts';
import { counted, megabytesText } from '../../../util/text.ts';
import { inWords } from './transferProgress.ts';

export function isRefused({ target, unfit }: TransferPlan): boolean {
  return unfit.length > 0 || target === 'taken' || target === 'foreign';
}

export function planText(plan: TransferPlan): string {
  const { from, to, bytes, tables, unfit } = plan;
  const filled = tables.filter(({ rows }) => rows > 0);
  const lines = filled.map(({ table, rows }) => `- ${table}: ${inWords(rows)}`);
  const size = `${inWords(rowsOfTables(tables))} rows (${megabytesText(bytes)})`;
  const problems = unfit.map((one) => `- ${unfitText(one)}`);
  const refused =
    problems.length === 0 ? [] : ['', 'The target cannot store these, so nothing would be copied:', ...problems];
  return [
    `${from} has ${size} to copy to ${to}:`,
    '',
    ...lines,
    ...refused,
    '',
    stateTexts[plan.target],
    'Nothing was copied.',
  ].join('\n');
}

const stateTexts: Record<TransferPlan['target'], string> = {
  empty: 'The target is empty.',
  started: 'The target contains an unfinished transfer of this source, which would continue.',
  taken:
    'The target already contains users or memories, so it would be refused. Choose an empty database, or a new file; or use `bigmind export` and `bigmind import`.',
  foreign: 'The target contains an unfinished transfer of another source, so it would be refused.',
};

export function reportText(report: TransferReport): string {
  const { outcome, tables } = report;
  if (outcome === 'stopped') return `Stopped. ${writtenText(report)} Run the same command again to continue.`;
  if (outcome === 'different') return differencesText(tables);
  return [
    `${inWords(rowsOfTables(tables))} rows were copied from ${report.from} to ${report.to}, and all of them are the same on both sides. ${writtenText(report)}`,
    `The search index was built from ${counted(report.indexed ?? 0, 'memory', 'memories')}. The source was not changed.`,
    ...notesOf(report),
  ].join('\n');
}

function writtenText({ added, updated, removed }: TransferReport): string {
  const more =
    updated + removed === 0
      ? ''
      : `, changed ${inWords(updated)} and removed ${inWords(removed)} that changed in the source`;
  return `This run added ${inWords(added)} rows${more}.`;
}

function notesOf({ replacedTexts, sourceChanged, from }: TransferReport): string[] {
  const replaced = `${counted(replacedTexts, 'text')} had a character with the code 0, which PostgreSQL cannot store. It was replaced by U+FFFD.`;
  const changed = `Another program wrote to ${from} in the meantime. To bring what it wrote, run \`bigmind export\` there, and \`bigmind import bigmind\` in the target.`;
  return [...(replacedTexts > 0 ? [replaced] : []), ...(sourceChanged ? [changed] : [])];
}

function differencesText(tables: readonly ComparedTable[]): string {
  const lines = tables
    .filter(({ missing, changed, extra }) => missing + changed + extra > 0)
    .map(({ table, missing, changed, extra, examples }) => {
      const numbers = `${inWords(missing)} missing, ${inWords(changed)} different, ${inWords(extra)} too many`;
      return `- ${table}: ${numbers} (${examples.join('; ')})`;
    });
  return [
    'The copy differs from its source, so the target cannot be used yet:',
    '',
    ...lines,
    '',
    'Another program may write to the target: stop it. Then run the same command again, which corrects the differences.',
  ].join('\n');
}

export function reportJson(report: TransferReport): Record<string, unknown> {
  const { from, to, outcome, added, updated, removed, indexed, tables } = report;
  return {
    ...{ outcome, from, to, rows: rowsOfTables(tables), added, updated, removed, indexed },
    replaced_texts: report.replacedTexts,
    source_changed: report.sourceChanged,
    tables: tables.map(({ table, rows, sourceHash, targetHash, missing, extra, changed, examples }) => {
      return { table, rows, source_hash: sourceHash, target_hash: targetHash, missing, extra, changed, examples };
    }),
  };
}
