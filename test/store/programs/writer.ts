/**
 * A process that writes facts into a store and prints each acknowledged fact as a line: writer.ts ENGINE FILE NAME
 * COUNT [READS]. It starts when data arrives on its standard input.
 */
import { writeSync } from 'node:fs';
import { once } from 'node:events';
import { aFact, findMemories, openStore, visit, noJudgement } from '../support.ts';
import type { FileEngineName } from '../support.ts';

const [engineArgument = '', file = '', name = '', count = '0', reads = ''] = process.argv.slice(2);
const engine: FileEngineName = engineArgument === 'native' ? 'native' : 'wasm';
const store = openStore(engine, file, { staleLockMs: 2000 });
writeSync(1, 'ready\n');
await once(process.stdin, 'data');
const caller = await visit(store);
for (let n = 0; n < Number(count); n += 1) {
  const text = `fact ${name} ${String(n)} shared words`;
  const { status } = await store.facts.add(aFact(caller, text, { projectId: null }), noJudgement);
  if (status !== 'stored') throw new Error(`${text} is ${status}`);
  writeSync(1, `${text}\n`);
  if (reads !== '' && n % 10 === 0) {
    const found = await findMemories(store, caller, [name], { limit: 1000 });
    if (found.length !== n + 1) throw new Error(`found ${String(found.length)} of ${String(n + 1)}`);
  }
}
await store.close();
process.stdin.destroy();
