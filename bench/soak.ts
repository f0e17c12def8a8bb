/**
 * A long run: one server answers 100,000 mixed calls over stdio in some 2,000 conversations. It records the server's
 * resident memory and open files. The yardstick is the same server after its first tenth, when every cache is warm.
 * Writes `docs/images/soak.svg`. `BIGMIND_SOAK_CALLS` makes the run shorter.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../test/support/seededRandom.ts';
import { LineServer, program, ratioFigure, root, temporaryFolder } from './lib.ts';
import type { Figure } from './lib.ts';
import { soakPlot } from './soakPlot.ts';
import type { Sample } from './soakPlot.ts';

const calls = Number(process.env['BIGMIND_SOAK_CALLS'] ?? '100000');
const samples = 200;
const callsPerConversation = 50;

export async function soakFigures(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const env = { BIGMIND_HOME: folder.path, HOME: folder.path, BIGMIND_TOOLSETS: 'all' };
  const server = new LineServer([program, 'mcp'], env);
  await server.initialize();
  const taken: Sample[] = [];
  const every = Math.ceil(calls / samples);
  const random = seededRandom(2026);
  let refused = 0;
  for (let n = 0; n < calls; n += 1) {
    const [name, args] = callAt(n, random());
    const _meta = { 'vscode.conversationId': `soak-${String(Math.floor(n / callsPerConversation))}` };
    const result = await server.request('tools/call', { name, arguments: args, _meta });
    if (isRefusal(result)) refused += 1;
    if ((n + 1) % every === 0) {
      taken.push({ calls: n + 1, megabytes: server.residentMegabytes(), files: openFiles(server.pid) });
    }
  }
  await server.close();
  folder.remove();
  writeFileSync(join(root, 'docs/images/soak.svg'), soakPlot(taken));
  console.log(`${String(refused)} of ${String(calls)} calls were refused.`);
  return figuresOf(taken);
}

function figuresOf(taken: readonly Sample[]): Figure[] {
  const warm = taken[Math.floor(taken.length / 10)];
  const last = taken.at(-1);
  if (warm === undefined || last === undefined) throw new Error('There are too few calls to tell anything.');
  // Garbage collection makes the curve a sawtooth, so this uses the maximum of the last tenth.
  const end = Math.max(...taken.slice(-Math.ceil(taken.length / 10)).map(({ megabytes }) => megabytes));
  const name = `over ${last.calls.toLocaleString('en')} mixed calls`;
  return [
    ratioFigure(`resident memory ${name}`, end, warm.megabytes, 1.5, (n) => `${n.toFixed(0)} MB`),
    ratioFigure(`open files ${name}`, last.files, warm.files, 1, (n) => n.toFixed(0)),
  ];
}

/** One call in ten writes, as in a long working day with mostly reads. */
function callAt(n: number, chance: number): [name: string, args: Record<string, unknown>] {
  const topic = topics[n % topics.length] ?? 'deployment';
  if (chance < 0.06) {
    const fact = `Note ${String(n)}: the ${topic} of service ${String(n % 97)} listens on port ${String(9_000 + (n % 900))}.`;
    return ['memory_store_fact', { category: 'codebase', fact }];
  }
  if (chance < 0.09) {
    return ['memory_append_chunk', { role: 'assistant', content: `Step ${String(n)} of the ${topic} was done.` }];
  }
  if (chance < 0.1) return ['memory_end_session', { one_liner: `Worked on the ${topic}, part ${String(n)}` }];
  if (chance < 0.2) return ['memory_get_context', {}];
  if (chance < 0.25) return ['memory_list_sessions', { limit: 5 }];
  if (chance < 0.3) return ['memory_get_stats', {}];
  if (chance < 0.32) return ['memory_search', { query: '' }];
  return ['memory_search', { query: `${topic} of service ${String(n % 97)}`, limit: 5 }];
}

const topics = [
  'deployment',
  'gateway',
  'billing queue',
  'search index',
  'login page',
  'nightly backup',
  'invoice export',
];

function isRefusal(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'isError' in result && result.isError === true;
}

/** The number of open files, sockets and pipes of the process; Linux only. */
function openFiles(pid: number): number {
  return readdirSync(`/proc/${String(pid)}/fd`).length;
}
