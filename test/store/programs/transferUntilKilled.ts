/**
 * Transfers a store and kills itself, as `kill -9` does, a moment after a number of batches, while the next one is
 * written, or while the index is built. Arguments: source, target, and the number or `index`.
 */
import { transfer } from '../exchange/transfer/server.ts';

const [from = '', to = '', point = '1'] = process.argv.slice(2);
let batches = 0;
const kill = (): void => void process.kill(process.pid, 'SIGKILL');
await transfer(from, to, {
  onProgress: ({ stage }) => {
    batches += 1;
    if (point === 'index' ? stage !== 'index' : batches !== Number(point)) return;
    // In a file, the index is built before any timer.
    if (stage === 'index' && !to.startsWith('postgres:')) kill();
    else setTimeout(kill, 2);
  },
});
