/**
 * What the program is asked while its disk is recorded. It runs under strace: workload.ts NAME ENGINE ROOT MARKS. It
 * writes lines to MARKS for each request, so that the recording shows what was acknowledged when.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { FileEngineName } from '../../store/support.ts';
import { environmentOf, program, Victim } from '../victim.ts';
import type { Claim, Mark } from './claims.ts';
import { damagedPage, storeIn } from './claims.ts';

const [name = '', engineArgument = '', root = '', marks = ''] = process.argv.slice(2);
const engine: FileEngineName = engineArgument === 'wasm' ? 'wasm' : 'native';
const store = storeIn(root);
const options = { engine, file: `${root}/home`, env: { BIGMIND_DB_PATH: store, UV_USE_IO_URING: '0' } };
const open = openSync(marks, 'a');

/** Fewer for sql.js, because it writes the whole file for each fact and every write is recorded. */
const some = engine === 'native' ? 20 : 6;

const workloads: Record<string, () => Promise<void>> = {
  /** Starts with the first write ever. */
  async facts() {
    await inProcess((victim) => storeFacts(victim, 'One by one', some));
    await inProcess((victim) => storeFacts(victim, 'The next process', some / 2));
  },
  async crowd() {
    const writers = ['First', 'Second', 'Third'].map((who) =>
      inProcess(async (victim) => {
        const texts = Array.from({ length: some / 2 }, (_, n) => `${who} in a crowd says ${String(n)}`);
        await Promise.all(texts.map((text) => storeFact(victim, text)));
      }),
    );
    await Promise.all(writers);
  },
  async sessions() {
    await inProcess(async (victim) => {
      for (let n = 0; n < some / 3; n += 1) {
        await victim.call('memory_start_session', {});
        const content = `Exchange ${String(n)} of which every word is kept`;
        await callAndMark(victim, 'memory_append_chunk', { content, role: 'user' }, { kind: 'chunk', text: content });
        const headline = `Session ${String(n)} came to its end`;
        await callAndMark(victim, 'memory_end_session', { one_liner: headline }, { kind: 'session', text: headline });
      }
    });
  },
  async upgrade() {
    for (const text of existingFacts()) mark({ did: { kind: 'fact', text } });
    await inProcess((victim) => storeFacts(victim, 'After the upgrade', 3));
  },
  async backup() {
    await inProcess((victim) => storeFacts(victim, 'Before the backup', 3));
    run({ kind: 'backup', text: 'Before the backup' }, 'backup');
    await inProcess((victim) => storeFacts(victim, 'After the backup', 3));
    run({ kind: 'backup', text: 'After the backup' }, 'backup');
  },
  async restore() {
    await inProcess((victim) => storeFacts(victim, 'Before the backup', 3));
    run({ kind: 'backup', text: 'Before the backup' }, 'backup');
    await inProcess((victim) => storeFacts(victim, 'After the backup', 3));
    run({ kind: 'restore', text: 'After the backup' }, 'restore', '--yes');
    await inProcess((victim) => storeFacts(victim, 'Since the restoring', 3));
  },
  async repair() {
    await inProcess((victim) => storeFacts(victim, 'Before the backup', 3));
    run({ kind: 'backup', text: 'Before the backup' }, 'backup');
    const claim: Claim = { kind: 'damage', text: 'the first page' };
    mark({ doing: claim });
    damageFirstPage();
    mark({ did: claim });
    run({ kind: 'repair', text: 'Before the backup' }, 'repair', '--yes');
    await inProcess((victim) => storeFacts(victim, 'Since the repair', 3));
  },
  async erase() {
    const ids: [id: number, text: string][] = [];
    await inProcess(async (victim) => {
      for (const n of [1, 2, 3]) {
        const text = `Erased number ${String(n)} shall be nowhere`;
        ids.push([await storeFact(victim, text), text]);
      }
      await storeFacts(victim, 'Before the backup', 3);
    });
    run({ kind: 'backup', text: 'Before the backup' }, 'backup');
    await inProcess(async (victim) => {
      // The store stays open in a process that continues to write.
      for (const [id, text] of ids) {
        run({ kind: 'erase', text }, 'erase', 'fact', String(id), '--yes');
        await storeFacts(victim, `Beside ${String(id)}`, 2);
      }
    });
  },
};

await workloads[name]?.();

async function inProcess(work: (victim: Victim) => Promise<void>): Promise<void> {
  const victim = new Victim(options);
  await work(victim);
  await victim.end();
}

async function storeFacts(victim: Victim, start: string, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await storeFact(victim, `${start} fact ${String(n)} was acknowledged`);
}

function storeFact(victim: Victim, fact: string): Promise<number> {
  return callAndMark(victim, 'memory_store_fact', { category: 'codebase', fact }, { kind: 'fact', text: fact });
}

/** The line names the process and message that will acknowledge it. Returns the id of the stored row. */
async function callAndMark(victim: Victim, tool: string, args: Record<string, unknown>, claim: Claim): Promise<number> {
  const answered = victim.call(tool, args);
  mark({ requested: claim, process: victim.process, message: victim.lastId });
  const { refused, structured } = await answered;
  if (refused !== undefined) throw new Error(`${tool}: ${refused}`);
  return Number(structured['id']);
}

function run(claim: Claim, ...args: string[]): void {
  mark({ doing: claim });
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: environmentOf(options),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`bigmind ${args.join(' ')} failed: ${stderr}`);
  mark({ did: claim });
}

function damageFirstPage(): void {
  const handle = openSync(store, 'r+');
  writeSync(handle, damagedPage, 0, damagedPage.length, 0);
  fsyncSync(handle);
  closeSync(handle);
}

function mark(line: Mark): void {
  writeSync(open, `${JSON.stringify(line)}\n`);
}

/** The facts in the store of an earlier version; leaves no files next to it. */
function existingFacts(): string[] {
  const db = new DatabaseSync(store, { readOnly: true });
  try {
    const rows = db.prepare(`SELECT fact FROM facts JOIN users ON users.id = user_id WHERE username = 'ada'`).all();
    return rows.map((row) => String(row['fact']));
  } finally {
    db.close();
  }
}
