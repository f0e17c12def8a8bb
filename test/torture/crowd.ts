/** Eight processes write to one store at once. With mixed engines, those that may not share the file must say so. */
import type { FileEngineName } from '../store/support.ts';
import { countFound, factsIn, troubleIn } from './evidence.ts';
import type { Evidence } from './evidence.ts';
import type { Torture } from './torture.ts';
import { Victim } from './victim.ts';

const processes = 8;
const writesEach = 500;

export const crowdTorture: Torture = ({ engine, rounds, aFile }) =>
  crowd(`${String(processes)} processes (${engine})`, Array<FileEngineName>(processes).fill(engine), aFile(), rounds);

/** Both engines start at once: the one that has the file excludes the other, and nothing is lost. */
export const mixedTorture: Torture = ({ engine, rounds, aFile }) => {
  const engines = Array.from({ length: processes }, (_, place): FileEngineName =>
    place % 2 === 0 ? engine : other(engine),
  );
  return crowd(`both engines on one file (${engine} first)`, engines, aFile(), Math.ceil(rounds / 5));
};

async function crowd(name: string, engines: readonly FileEngineName[], file: string, share: number): Promise<Evidence> {
  // The full torture has 100 rounds; a shorter one has fewer writes.
  const writes = Math.max(1, Math.round((writesEach * Math.min(share, 100)) / 100));
  const evidence: Evidence = { name, rounds: writes, acknowledged: 0, found: 0, refused: 0, unsound: [] };
  const acknowledged: string[] = [];
  await Promise.all(
    engines.map(async (engine, place) => {
      const victim = new Victim({ engine, file });
      for (let n = 0; n < writes; n += 1) {
        const fact = `Writer ${String(place)} says that number ${String(n)} is remembered for good`;
        const answer = await victim.call('memory_store_fact', { category: 'codebase', fact });
        if (answer.refused === undefined) acknowledged.push(fact);
        else evidence.refused += 1;
      }
      await victim.end();
    }),
  );
  // If both engines wrote, the native one took the file over and is the only one that opens it.
  const reader: FileEngineName = engines.includes('native') ? 'native' : 'wasm';
  evidence.acknowledged = acknowledged.length;
  evidence.found = countFound(acknowledged, await factsIn(reader, file));
  evidence.unsound = await troubleIn(reader, file);
  return evidence;
}

function other(engine: FileEngineName): FileEngineName {
  return engine === 'native' ? 'wasm' : 'native';
}
