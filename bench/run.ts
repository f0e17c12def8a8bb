/**
 * `npm run bench`: the figures of docs/performance.md. Most are ratios to a yardstick in the same run, because machines
 * are noisy. `npm run bench -- scale` (or `server`, `import`, `vectors`, `page`, `hooks`, `clients`, `redaction`,
 * `answers`, `citations`, `similarity`, `history`, `graph`, `learn`, `sync`, `file`, `package`) prints only that part. `soak`, which is slow, runs
 * only by name. The exit code is 1 if a goal is missed. The tests never run it.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { answerFigures } from './answers.ts';
import { citationFigures } from './citations.ts';
import { clientHookFigures } from './clientHooks.ts';
import { graphFigures } from './graph.ts';
import { historyFigures } from './history.ts';
import { hookFigures } from './hooks.ts';
import { importFigures } from './importing.ts';
import { bundledYardstick, program, root } from './lib.ts';
import type { Figure } from './lib.ts';
import { learningFigures } from './learning.ts';
import { memoryFileFigures } from './memoryFile.ts';
import { pageFigures } from './page.ts';
import { redactionFigures } from './redaction.ts';
import { scaleFigures } from './scale.ts';
import { serverFigures } from './server.ts';
import { similarityFigures } from './similarity.ts';
import { soakFigures } from './soak.ts';
import { syncFigures } from './sync.ts';
import { teamFigures } from './team.ts';
import { vectorFigures } from './vectors.ts';

const parts: Record<string, () => Promise<Figure[]>> = {
  server: async () => {
    if (!existsSync(program)) throw new Error('dist/cli.js is missing: run npm run package first.');
    return serverFigures(await bundledYardstick());
  },
  scale: scaleFigures,
  import: importFigures,
  vectors: vectorFigures,
  page: pageFigures,
  hooks: hookFigures,
  clients: clientHookFigures,
  redaction: redactionFigures,
  answers: answerFigures,
  citations: citationFigures,
  similarity: similarityFigures,
  history: historyFigures,
  graph: graphFigures,
  learn: learningFigures,
  sync: syncFigures,
  file: () => Promise.resolve(memoryFileFigures()),
  package: () => Promise.resolve(packageFigures()),
};
/** Runs for a quarter of an hour, so it runs only on request. */
const onRequest: typeof parts = { soak: soakFigures, team: teamFigures };
const [wanted] = process.argv.slice(2);
const figures: Figure[] = [];
for (const [part, measure] of Object.entries({ ...parts, ...(wanted !== undefined && onRequest) })) {
  if (wanted === undefined || wanted === part) figures.push(...(await measure()));
}
console.log('| figure | BigMind | yardstick | ratio | goal | met |\n|---|---|---|---|---|---|');
for (const { name, value, yardstick, ratio, goal, met } of figures) {
  console.log(`| ${name} | ${value} | ${yardstick} | ${ratio} | ${goal} | ${met ? 'yes' : '**no**'} |`);
}
process.exitCode = figures.every((figure) => figure.met) ? 0 : 1;

function packageFigures(): Figure[] {
  const vsix = join(root, 'bigmind.vsix');
  if (!existsSync(vsix)) return [];
  const megabytes = statSync(vsix).size / 1_048_576;
  const value = `${megabytes.toFixed(2)} MB`;
  return [{ name: 'VSIX', value, yardstick: '–', ratio: '–', goal: '≤ 2 MB', met: megabytes <= 2 }];
}
