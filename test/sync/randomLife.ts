/** Random work on a machine: what people and agents do with a memory between two syncs. */
import { actorOf } from '../../src/memory/shared/audit.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import type { Random } from '../support/seededRandom.ts';
import { rowsIn } from '../support/rows.ts';
import type { Machine } from './machines.ts';

type Work = (machine: Machine, random: Random) => Promise<unknown>;

const statements = Array.from(
  { length: 12 },
  (_, at) => `The relay number ${String(at)} listens on port ${String(at)}.`,
);

function oneOf<T>(items: readonly T[], random: Random): T | undefined {
  return items[Math.floor(random() * items.length)];
}

function idIn({ file }: Machine, sql: string, random: Random): string | undefined {
  const row = oneOf(rowsIn(file, sql), random);
  return row === undefined ? undefined : String(row['id']);
}

const liveFacts = 'SELECT id FROM facts WHERE coalesce(deprecated, 0) = 0';

const works: Record<string, Work> = {
  async store({ memory, caller }, random) {
    await memory.facts.store(caller, { category: 'codebase', fact: oneOf(statements, random) ?? '' });
  },
  async edit(machine, random) {
    const id = idIn(machine, liveFacts, random);
    const fact = `Edited on ${machine.name} as ${String(random()).slice(2, 8)}.`;
    if (id !== undefined) await machine.memory.facts.edit(machine.caller, { factId: Number(id), fact });
  },
  async deprecate(machine, random) {
    const id = idIn(machine, liveFacts, random);
    const reason = `Not so on ${machine.name}.`;
    if (id !== undefined) await machine.memory.facts.deprecate(machine.caller, { factId: Number(id), reason });
  },
  async restore(machine, random) {
    const id = idIn(machine, 'SELECT id FROM facts WHERE deprecated = 1', random);
    if (id !== undefined) await machine.memory.facts.restore(machine.caller, Number(id));
  },
  async supersede(machine, random) {
    const id = idIn(machine, liveFacts, random);
    const fact = `Instead on ${machine.name}: ${String(random()).slice(2, 8)}.`;
    const input = { factId: Number(id), fact };
    if (id !== undefined) await machine.memory.facts.supersede(machine.caller, input);
  },
  async decide({ memory, caller }, random) {
    const at = Math.floor(random() * 4);
    const title = `We keep the queue in store ${String(at)}.`;
    const details = { decidedBy: 'Ada', rationale: `It is ${String(Math.floor(random() * 2))} times simpler.` };
    await memory.decisions.save(caller, { title, ...details });
  },
  async rate(machine, random) {
    const id = idIn(machine, 'SELECT id FROM facts WHERE decided_by IS NOT NULL', random);
    const input = { decision: Number(id), rating: 1 + Math.floor(random() * 10), notes: 'It was so.' };
    if (id !== undefined) await machine.memory.decisions.addOutcome(machine.caller, input);
  },
  async suppose({ memory, caller }, random) {
    await memory.hypotheses.add(caller, {
      hypothesis: `The cache of part ${String(Math.floor(random() * 3))} is slow.`,
    });
  },
  async propose({ memory, caller }, random) {
    const title = `Rule ${String(Math.floor(random() * 3))}`;
    await memory.knowledge.promote(caller, { category: 'standard', title, content: `${title} is good.` });
  },
  async talk(machine, random) {
    const { memory, caller, name } = machine;
    await memory.sessions.start(caller);
    await memory.chunks.append(caller, { content: `Said on ${name}: ${String(random()).slice(2, 8)}` });
    if (random() < 0.5) await memory.sessions.end(caller, { oneLiner: `Worked on ${name}`, summary: 'It went well.' });
  },
  async handOff({ memory, caller, name }, random) {
    const { session } = await memory.sessions.start(caller);
    const nextSteps = [`Look at ${name} ${String(random()).slice(2, 8)}`];
    await memory.handOffs.leave(caller, { sessionId: session.id, nextSteps });
  },
  async import({ memory, caller }, random) {
    const session = `talk ${String(Math.floor(random() * 2))}`;
    const count = 1 + Math.floor(random() * 4);
    const lines = Array.from({ length: count }, (_, seq) => ({
      ...{ lineNumber: seq + 1, session, seq, role: seq % 2 === 0 ? 'user' : 'assistant' },
      ...{ content: `Line ${String(seq)} of ${session}.`, createdAt: `2026-03-0${String(seq + 1)}T10:00:00.000Z` },
    }));
    await memory.archive.importMessages(caller, toAsync(lines), { projectId: caller.project?.id ?? null });
  },
  async mute(machine, random) {
    const id = idIn(machine, liveFacts, random);
    if (id === undefined) return;
    const ref = { kind: 'fact', id } as const;
    if (random() < 0.6) await machine.memory.muted.mute(machine.caller, ref);
    else await machine.memory.muted.unmute(machine.caller, ref);
  },
  async profile({ memory, caller, name }, random) {
    await memory.profiles.update(caller, { role: `Engineer on ${name} ${String(random()).slice(2, 5)}` });
  },
  async eraseFact(machine, random) {
    await erase(machine, 'fact', idIn(machine, 'SELECT id FROM facts', random));
  },
  async eraseSession(machine, random) {
    await erase(machine, 'session', idIn(machine, 'SELECT id FROM sessions', random));
  },
  async eraseMessage(machine, random) {
    await erase(machine, 'message', idIn(machine, 'SELECT id FROM messages', random));
  },
};

async function erase(machine: Machine, kind: 'fact' | 'session' | 'message', id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const { memory, caller } = machine;
  const { expected } = await memory.erasure.preview(caller, { kind, id });
  await memory.erasure.erase(caller, { kind, id }, expected);
}

// eslint-disable-next-line @typescript-eslint/require-await
async function* toAsync<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** Decides about each conflict, and takes half of the decisions back. Returns how many there were. */
export async function settleAll({ memory, caller }: Machine, random: Random): Promise<number> {
  const conflicts = (await memory.syncConflicts.count()) === 0 ? [] : await memory.syncConflicts.list();
  for (const { id } of conflicts) {
    const changing = memory.changes.begin(caller);
    const choice = random() < 0.7 ? 'take' : 'keep';
    const by = actorOf(changing);
    const isSettled = await unlessSaidAlready(() => memory.syncConflicts.settle({ id, choice, by }));
    if (!isSettled) await memory.syncConflicts.settle({ id, choice: 'keep', by });
    if (random() < 0.5) await unlessSaidAlready(() => memory.changes.undo(caller, [changing.changeId]));
  }
  return conflicts.length;
}

/** False if another live memory says the same. */
async function unlessSaidAlready(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    if (!(thrown instanceof BigMindError) || thrown.details['duplicateOf'] === undefined) throw thrown;
    return false;
  }
}

/** One piece of work. A refusal, such as of a decision that has other details here, is part of life. */
export async function liveOn(machine: Machine, random: Random): Promise<string> {
  const name = oneOf(Object.keys(works), random) ?? '';
  machine.pass(Math.floor(random() * 3));
  try {
    await works[name]?.(machine, random);
  } catch (thrown) {
    const isRefusal = thrown instanceof BigMindError && thrown.code !== 'internal';
    if (!isRefusal) throw thrown;
  }
  return name;
}
