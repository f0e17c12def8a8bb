/** Tools that maintain the memory: its size, what needs attention, what may be deleted, and the page for the user. */
import * as z from 'zod';
import { tallyText } from '../../../memory/governance/secrets.ts';
import type { OldMemories, VacuumReport } from '../../../memory/governance/vacuum.ts';
import { nothingOldText, oldMemoriesText, vacuumedText } from '../../../memory/governance/vacuum.ts';
import { wordedFindings } from '../../../memory/shared/findings.ts';
import type { Finding } from '../../../memory/shared/findings.ts';
import type { StoreReport, StoreTotals } from '../../../memory/shared/maintenance.ts';
import { dataNotice } from '../../../memory/trust/quoting.ts';
import { findingsMarkdown } from '../../../memory/upkeep/doctor.ts';
import { embeddingFindings, embeddingLine, structuredEmbeddings } from '../../../memory/upkeep/embeddingFindings.ts';
import { counted, megabytesText } from '../../../util/text.ts';
import { profileAppUri } from '../../shared/apps.ts';
import { remedyForModel } from '../../shared/remedyForModel.ts';
import type { ToolReply } from '../../shared/tool.ts';
import { defineTool } from '../../shared/tool.ts';

export const getStats = defineTool({
  name: 'memory_get_stats',
  title: 'Get stats',
  description:
    'Returns how much is remembered: sessions, facts, exchanges, hypotheses, team knowledge, archived messages, and the size on disk. Call it when the user asks. To find something, use memory_search.',
  readOnly: true,
  input: () => ({}),
  run: async (_input, { memory, caller }) => {
    const [cut, totals, embeddings, { mode, user }] = await Promise.all([
      memory.secrets.tally(),
      memory.maintenance.totals(caller.user.id),
      memory.embeddings.report(),
      memory.identities.refreshed(caller),
    ]);
    return {
      text: [
        totalsText(totals),
        ...embeddings.map((progress) => `- ${embeddingLine(progress)}`),
        ...(cut.since === null ? [] : [`- ${tallyText(cut) ?? ''}`]),
      ].join('\n'),
      structured: {
        ...structuredTotals(totals),
        mode,
        role: user.role,
        ...(cut.since !== null && { cut_out: { since: cut.since, by_rule: cut.byRule } }),
        ...(embeddings.length > 0 && { embeddings: structuredEmbeddings(embeddings) }),
      },
    };
  },
});

export const healthCheck = defineTool({
  name: 'memory_health_check',
  title: 'Health check',
  description:
    'Lists what needs attention, each with a remedy: damage, an incomplete search index, contradicted, stale and uncertain facts, sessions left open or without a summary, pending proposals. Call it when the user asks to tidy up. It does not change anything.',
  readOnly: true,
  input: () => ({
    stale_days: z
      .number()
      .int()
      .min(1)
      .max(3650)
      .optional()
      .describe('Days without a change that make a fact stale. Default 30.'),
  }),
  run: async (input, { memory, search, caller }) => {
    const [health, store, embeddings] = await Promise.all([
      memory.health.check(
        await memory.identities.refreshed(caller),
        input.stale_days === undefined ? {} : { staleDays: input.stale_days },
      ),
      memory.maintenance.inspect(),
      memory.embeddings.report(),
    ]);
    const found = [
      ...storeFindings(store),
      ...embeddingFindings(embeddings, search.embeddingModel),
      ...health.findings,
    ];
    const findings = wordedFindings(found, remedyForModel);
    const { counts, staleDays } = health;
    return {
      notice: dataNotice,
      text: `\n# Memory health\n\n${findingsMarkdown(findings)}`,
      structured: {
        healthy: findings.every(({ status }) => status === 'ok'),
        index: { damage: store.damage, missing: store.indexMissing, orphans: store.indexOrphans },
        stale_days: staleDays,
        stale_facts: counts.staleFacts.total,
        low_confidence_facts: counts.lowConfidenceFacts.total,
        contradicted_facts: counts.contradictions.total,
        open_sessions: counts.openSessions.total,
        sessions_without_detail: counts.sessionsWithoutDetail.total,
        open_hypotheses: counts.openHypotheses.total,
        deprecated_facts: counts.deprecatedFacts,
        deprecated_knowledge: counts.deprecatedKnowledge,
        pending_knowledge: counts.pendingKnowledge,
        findings,
      },
    };
  },
});

function storeFindings({ damage, indexMissing, indexOrphans }: StoreReport): Finding[] {
  const findings: Finding[] = [];
  if (damage.length > 0) {
    findings.push({
      status: 'problem',
      what: 'The database is damaged.',
      remedy: { code: 'repair_store' },
      details: damage,
    });
  }
  if (indexMissing + indexOrphans > 0) {
    findings.push({
      status: 'problem',
      what: `The search index is incomplete (${String(indexMissing)} missing, ${String(indexOrphans)} too many).`,
      remedy: { code: 'rebuild_index' },
    });
  }
  if (findings.length > 0) return findings;
  return [{ status: 'ok', what: 'The database is intact, and its search index is complete.' }];
}

const age = z.number().int().min(1).max(3650).optional();

export const vacuum = defineTool({
  name: 'memory_vacuum',
  title: 'Vacuum',
  description:
    'Delete old kept exchanges for good, and archived messages if the user limits how long they are kept; sessions, summaries, facts and everything else stay. Call it only when the user asks. It asks them first; if the client cannot ask, it says how many it would delete, and deletes them when called again with that number.',
  readOnly: false,
  destructive: true,
  input: () => ({
    older_than_days: age.describe('Age of kept exchanges. Default 90.'),
    archive_older_than_days: age.describe(
      'Age of archived messages. Default: the setting of the user; without one, the archive is not touched.',
    ),
    confirm: z
      .number()
      .int()
      .positive()
      .optional()
      .describe('The number from the first call, once the user has agreed.'),
  }),
  run: async (input, { memory, caller, toolHost }) => {
    const found = await memory.vacuum.find(caller, {
      chunks: input.older_than_days,
      messages: input.archive_older_than_days,
    });
    const nothing: VacuumReport = { chunks: 0, messages: 0, freeBytes: 0 };
    if (found.total === 0) {
      return vacuumAnswer('nothing', `${nothingOldText(found)} Nothing was deleted.`, found, nothing);
    }
    const what = oldMemoriesText(found, memory.clock.timeZone);
    const question = `Delete ${what}? This cannot be undone. Sessions, summaries and facts stay.`;
    const agreed = await toolHost.confirm(question, 'Yes, delete');
    if (agreed === false) return vacuumAnswer('kept', `The user kept ${what}. Nothing was deleted.`, found, nothing);
    if (agreed === undefined && input.confirm !== found.total) {
      const archive = found.messages === null ? '' : `, archive_older_than_days ${String(found.messages.days)}`;
      const again = `older_than_days ${String(found.chunks.days)}${archive} and confirm ${String(found.total)}`;
      const next = `Ask the user; if they agree, call memory_vacuum again with ${again}.`;
      return { ...vacuumAnswer('asks', `This would delete ${what}. Nothing was deleted yet.`, found, nothing), next };
    }
    const gone = await memory.vacuum.run(caller, found);
    return vacuumAnswer('deleted', `${vacuumedText(gone)} Everything else stayed.`, found, gone);
  },
});

function vacuumAnswer(status: string, text: string, found: OldMemories, gone: VacuumReport): ToolReply {
  return {
    text,
    structured: {
      status,
      found: found.chunks.total,
      deleted: gone.chunks,
      ...(found.messages !== null && { archive_found: found.messages.total, archive_deleted: gone.messages }),
      ...(status === 'asks' && { confirm: found.total }),
      ...(status === 'deleted' && { free_bytes: gone.freeBytes }),
    },
  };
}

export const openProfile = defineTool({
  name: 'memory_open_profile',
  title: 'Open profile',
  description:
    'Show the user the page where they view and edit the memory: in the chat or the editor if possible, else in their browser. Call it when they ask to see their memory. For the address alone, use memory_get_profile_url.',
  readOnly: true,
  ui: { resourceUri: profileAppUri },
  input: () => ({}),
  run: async (_input, { toolHost }) => {
    const inWindow = await toolHost.openPanel();
    if (toolHost.showsChatPage()) {
      const places = inWindow ? 'in this chat, and in a panel of the VS Code window' : 'in this chat';
      // A client may declare that it shows pages although its user has turned that off.
      const otherwise = 'If the user sees no page, memory_get_profile_url returns an address for it.';
      return {
        text: `The memory page is shown ${places}.`,
        structured: { opened: true, shown_in: inWindow ? ['chat', 'window'] : ['chat'] },
        next: otherwise,
      };
    }
    if (inWindow) {
      const text = 'The memory page is open in a panel of the VS Code window.';
      return { text, structured: { opened: true, shown_in: ['window'] } };
    }
    await toolHost.page.open();
    const text = 'The memory page is open in the browser.';
    return { text, structured: { opened: true, shown_in: ['browser'] } };
  },
});

export const getProfileUrl = defineTool({
  name: 'memory_get_profile_url',
  title: 'Get profile URL',
  description:
    'Returns an address of the memory page, which works once, within two minutes. Call it to show the page in a browser panel of the editor. To show the page right away, use memory_open_profile.',
  readOnly: true,
  input: () => ({}),
  run: async (_input, { toolHost }) => {
    const url = await toolHost.page.newAddress();
    return { text: url, structured: { url } };
  },
});

function totalsText(totals: StoreTotals): string {
  const lines = [
    `${counted(totals.sessions, 'session')} (${totals.openSessions.toLocaleString('en')} in progress)`,
    counted(totals.facts, 'fact'),
    counted(totals.chunks, 'kept exchange'),
    counted(totals.hypotheses, 'hypothesis', 'hypotheses'),
    `${totals.knowledge.toLocaleString('en')} of team knowledge`,
    counted(totals.messages, 'archived message'),
    `${megabytesText(totals.bytes)} on disk`,
  ];
  return lines.map((line) => `- ${line}`).join('\n');
}

function structuredTotals(totals: StoreTotals): Record<string, number> {
  return {
    sessions: totals.sessions,
    open_sessions: totals.openSessions,
    facts: totals.facts,
    chunks: totals.chunks,
    hypotheses: totals.hypotheses,
    global_entries: totals.knowledge,
    messages: totals.messages,
    bytes: totals.bytes,
  };
}
