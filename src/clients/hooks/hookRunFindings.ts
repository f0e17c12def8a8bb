/**
 * The doctor's findings on the last hook runs: whose turns are recorded, and whose hooks run but record nothing,
 * which no assistant reports.
 */
import type { Finding } from '../../memory/shared/findings.ts';
import type { HookRun, Turn } from '../../memory/shared/turns.ts';
import { turnsOf } from '../../memory/shared/turns.ts';
import { hookOwners } from './hookOwners.ts';

/** The number of a client's turns to check, and the minimum for a finding. */
const lastTurns = 10;
const minTurns = 3;
/** If two hooks are set up for one chat, one records everything, so half of the turns may record nothing. */
const maxEmptyShare = 0.6;

/** The agent names of clients that share Copilot's hooks; the names of others equal their hook target. */
const copilotClients: readonly string[] = ['GitHub Copilot', 'copilot-cli'];

/** `runs` is sorted newest first. */
export function hookRunFindings(runs: readonly HookRun[]): Finding[] {
  const turns = turnsOf(runs).filter(({ isOver }) => isOver);
  return [...new Set(turns.map(({ client }) => client))].map((client) =>
    findingOf(client, turns.filter((turn) => turn.client === client).slice(0, lastTurns)),
  );
}

function findingOf(client: string, turns: readonly Turn[]): Finding {
  const empty = turns.filter(({ recorded }) => recorded === 0).length;
  const failed = turns.filter(({ hasFailed }) => hasFailed).length;
  const count = String(turns.length);
  const latest = turns[0]?.at ?? '';
  if (turns.length < minTurns || empty / turns.length <= maxEmptyShare) {
    const recorded = String(turns.length - empty);
    return {
      status: 'ok',
      what: `Of the last ${count} turns of ${client}, ${recorded} had new messages. The latest ended at ${latest}.`,
    };
  }
  const why = failed === 0 ? '' : `; ${String(failed)} failed`;
  const name = copilotClients.includes(client) ? 'copilot' : client;
  const owner = hookOwners.find(({ target }) => target === name);
  const lookFor = owner === undefined ? 'bigmind import --list' : `bigmind import ${owner.target}`;
  const again = owner === undefined ? '' : ` To set the hooks up again, run \`${owner.mend}\`.`;
  return {
    status: 'warning',
    what: `The hooks of ${client} run but record nothing: ${String(empty)} of its last ${count} turns recorded no message${why}. The latest ended at ${latest}.`,
    remedy: `To import the missing chats, run \`${lookFor}\`.${again} hooks.log in BigMind's folder may say why.`,
  };
}
