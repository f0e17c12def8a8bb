/**
 * The door to every script that needs more than a bare Node: `node scripts/run.mjs NAME …` prepares the clone and then
 * runs `scripts/NAME.ts` under the Node it was written for.
 */
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
await import(`./${process.argv[2]}.ts`);
