/**
 * What the last runs of hooks came to, for the doctor: whose turns are recorded, and whose hooks run and record nothing,
 * which no assistant would ever say.
 */
import type { Finding } from '../../memory/shared/findings.ts';
import type { HookRun, Turn } from '../../memory/shared/turns.ts';
import { turnsOf } from '../../memory/shared/turns.ts';
import { hookOwners } from './hookOwners.ts';

/** Turns of a client that are looked at, and how many there must be before they say something. */
const lastTurns = 10;
const minTurns = 3;
/** Of two hooks that are set up for one chat, one records all; so half of the turns may record nothing. */
const maxEmptyShare = 0.6;

/** The clients that share the hooks of Copilot, by the names that their runs bear; others bear the name of their hooks. */
const copilotClients: readonly string[] = ['GitHub Copilot', 'copilot-cli'];

/** `runs` with the newest first. */
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
