/**
 * `npm run eval`: compares BigMind's recall on public conversations with simple methods and with the figures that were
 * accepted last. BIGMIND_BENCH names the folder of the data, outside the repository. The exit code is 1 if recall got
 * worse.
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
