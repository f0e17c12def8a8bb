/**
 * `npm run eval`: what BigMind finds in public conversations, beside simple methods, held against the figures that were
 * accepted last. The data lie where BIGMIND_BENCH says, outside the repository. Exit code 1 when recall got worse.
 */
import { join } from 'node:path';
import { evaluate } from './evaluation.ts';

process.exitCode = await evaluate(process.argv.slice(2), {
  folder: process.env['BIGMIND_BENCH'],
  resultsFile: join(import.meta.dirname, 'results.json'),
  today: new Date().toISOString().slice(0, 10),
  out: (text) => console.log(text),
  note: (text) => console.error(text),
});
