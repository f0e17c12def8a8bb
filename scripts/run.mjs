/**
 * The entry point of every script that needs more than plain Node: `node scripts/run.mjs NAME …` prepares the clone,
 * then runs `scripts/NAME.ts` under the Node for which it was written.
 */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
await import(`./${process.argv[2]}.ts`);
