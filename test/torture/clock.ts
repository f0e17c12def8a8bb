/**
 * The machine's clock jumps by decades in either direction while four processes write. A lock may then look stale; a
 * call is refused with a sentence in that case, which is no loss.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countFound, factsIn, troubleIn } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Torture } from './torture.ts';
import { Victim } from './victim.ts';

const processes = 4;

export const clockTorture: Torture = async ({ engine, rounds, chance, aFile }) => {
  const file = aFile();
  const evidence: Evidence = {
    name: `clock jumps (${engine})`,
    rounds,
    acknowledged: 0,
    found: 0,
    refused: 0,
    unsound: [],
  };
  const acknowledged: string[] = [];
  const clock = pathToFileURL(join(import.meta.dirname, 'jumpingClock.mjs')).href;
  const seed = String(Math.floor(chance() * 1_000_000));
  await Promise.all(
    Array.from({ length: processes }, async (_, place) => {
      const victim = new Victim({ engine, file, env: { NODE_OPTIONS: `--import=${clock}`, TORTURE_SEED: seed } });
      for (let n = 0; n < rounds; n += 1) {
        const fact = `Clock ${String(place)} was wrong when it said number ${String(n)} of its facts`;
        const stored = await victim.call('memory_store_fact', { category: 'codebase', fact });
        if (stored.refused === undefined) acknowledged.push(fact);
        else evidence.refused += 1;
        const others: [string, Record<string, unknown>][] = [
          ['memory_get_context', {}],
          ['memory_search', { query: `number ${String(n)}` }],
          ['memory_start_session', {}],
          ['memory_end_session', { one_liner: `Session ${String(n)} of clock ${String(place)}` }],
        ];
        const [name, args] = others[n % others.length] ?? ['memory_get_context', {}];
        const { refused } = await victim.call(name, args);
        if (refused !== undefined && /locked|just now/u.test(refused)) evidence.refused += 1;
        else if (refused !== undefined) evidence.unsound.push(`${name}: ${refused}`);
      }
      await victim.end();
    }),
  );
  evidence.acknowledged = acknowledged.length;
  evidence.found = countFound(acknowledged, await factsIn(engine, file));
  evidence.unsound.push(...(await troubleIn(engine, file)));
  return evidence;
};
