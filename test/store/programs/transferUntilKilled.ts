/**
 * Transfers a store and kills itself, as `kill -9` does, after a number of batches: at once, or while the next one is
 * written. Arguments: source, target, batches, `at once` or `later`.
 */
import { transfer } from '../transfer/server.ts';

const [from = '', to = '', batches = '1', when = 'at once'] = process.argv.slice(2);
let done = 0;
const kill = (): void => void process.kill(process.pid, 'SIGKILL');
await transfer(from, to, {
  onProgress: () => {
    done += 1;
    if (done < Number(batches)) return;
    if (when === 'at once') kill();
    else setTimeout(kill, 3);
  },
});
