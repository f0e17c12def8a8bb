/** Pinned facts in a file of VS Code's user memory, on a real disk. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { readCopilotUserMemory } from '../../src/importers/copilot-memory/copilotMemory.ts';
import { pinnedFindings } from '../../src/clients/userMemory/pinnedFindings.ts';
import { putPinned, refreshPinned, removePinned } from '../../src/clients/userMemory/pinnedFile.ts';
import type { PinnedChange, PinnedTarget } from '../../src/clients/userMemory/pinnedFile.ts';
import { chatMemory } from '../../src/clients/userMemory/pinnedPlace.ts';
import { planPinnedRemoval } from '../../src/clients/userMemory/pinnedRemoval.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

const start = '<!-- BIGMIND:PINNED-START (written by BigMind; to change these lines, change your pinned facts) -->';
const end = '<!-- BIGMIND:PINNED-END -->';
const block = (...lines: string[]): string => [start, 'Pinned facts.', ...lines, end].join('\n');
const text = (...lines: string[]): string => ['Pinned facts.', ...lines].join('\n');

describe('pinned facts in the user memory of VS Code', () => {
  let temporary: TemporaryHome;
  let target: PinnedTarget;
  beforeEach(() => {
    temporary = temporaryHome();
    const globalStorage = join(temporary.path, 'Code ü', 'User', 'globalStorage', 'bigmind.bigmind');
    target = { home: join(temporary.path, 'mcp'), file: chatMemory(globalStorage).file };
  });
  afterEach(() => temporary.remove());

  const put = (...lines: string[]): Promise<PinnedChange> => putPinned(target, 'ada', text(...lines));
  const read = (): string => readFileSync(target.file, 'utf8');
  const write = (content: string): void => {
    mkdirSync(dirname(target.file), { recursive: true });
    writeFileSync(target.file, content);
  };
  const inFolder = (folder: string): string[] => readdirSync(folder).toSorted();
  const record = (): string => join(target.home, 'user-memory.json');

  it('are the only content of a new file, which is removed with its record, leaving nothing else', async () => {
    assert.match(target.file, /globalStorage.github\.copilot-chat.memory-tool.memories.bigmind\.md$/u);
    assert.deepEqual(await put('- One.'), { change: 'written', moved: 0 });
    assert.equal(read(), block('- One.'));
    const folder = dirname(target.file);
    assert.deepEqual([inFolder(folder), inFolder(dirname(folder))], [['bigmind.md'], ['memories']]);
    assert.deepEqual(await put('- One.'), { change: 'unchanged', moved: 0 });
    assert.equal(await removePinned(target.home, target.file), true);
    assert.deepEqual([inFolder(folder), inFolder(target.home)], [[], []]);
    assert.equal(await removePinned(target.home, target.file), false);
  });

  it('leave what others wrote outside the markers byte for byte', async () => {
    const own = '# Mine\r\n\r\n- tabs\r\n';
    write(own);
    await put('- One.', '- Two.');
    await put('- Two.');
    assert.equal(read(), `${own}\r\n${block('- Two.').replaceAll('\n', '\r\n')}\r\n`);
    await putPinned(target, 'ada', undefined);
    assert.equal(read(), own);
    assert.equal(existsSync(record()), false);
  });

  it('move a line that others wrote between the markers below them, and take back their own lines', async () => {
    await put('- One.', '- Two.');
    write(read().replace('- One.', '- Uno.\n- A note of the model.'));
    assert.deepEqual(await put('- One.', '- Three.'), { change: 'written', moved: 2 });
    assert.equal(read(), `${block('- One.', '- Three.')}\n- Uno.\n- A note of the model.\n`);
    await put('- Three.');
    await removePinned(target.home, target.file);
    assert.equal(read(), '- Uno.\n- A note of the model.\n');
  });

  it('lose no line of others if the record is gone', async () => {
    await put('- One.');
    writeFileSync(record(), '{');
    await put('- Two.');
    assert.equal(read(), `${block('- Two.')}\n- One.\n`);
  });

  it('are written by one of several windows at a time, without a line twice', async () => {
    await Promise.all(['- A.', '- B.', '- A.', '- C.', '- B.'].map((line) => put(line, '- Both.')));
    await put('- D.');
    assert.equal(read(), block('- D.'));
    assert.deepEqual(inFolder(target.home), ['user-memory.json']);
  });

  it('are refused with words by a file that is read-only, a link or broken, with nothing changed', async () => {
    await put('- One.');
    chmodSync(target.file, 0o444);
    await assert.rejects(put('- Two.'), { code: 'not_allowed', message: /bigmind\.md is read-only\.$/u });
    await assert.rejects(removePinned(target.home, target.file), { code: 'not_allowed' });
    assert.equal(read(), block('- One.'));
    chmodSync(target.file, 0o644);
    const broken = read().replace(end, '');
    write(broken);
    await assert.rejects(put('- Two.'), { code: 'invalid_input', message: /Line 1 of .* does not end anywhere/u });
    assert.equal(read(), broken);
    await put('- Two.').catch(() => undefined);
    write(`${broken}\n${end}`);
    assert.equal((await put('- Two.')).change, 'written');
  });

  it('keep the mode of a file, and remove what a process that was killed has left', async () => {
    write('- Mine.\n');
    chmodSync(target.file, 0o640);
    const draft = join(dirname(dirname(target.file)), '.bigmind-1.2.tmp');
    writeFileSync(draft, '- Secret plans.');
    await put('- One.');
    assert.equal(existsSync(draft), false);
    if (process.platform !== 'win32') assert.equal(statSync(target.file).mode & 0o777, 0o640);
  });

  it('are not written through a link to another folder', async () => {
    const elsewhere = join(temporary.path, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(dirname(dirname(target.file)), { recursive: true });
    symlinkSync(elsewhere, dirname(target.file), 'junction');
    await assert.rejects(put('- One.'), { code: 'not_allowed', message: /is a symbolic link/u });
    assert.deepEqual(inFolder(elsewhere), []);
  });

  it('are refreshed in every recorded file of their user', async () => {
    const other = {
      ...target,
      file: join(temporary.path, 'Insiders', 'User', 'x', 'memory-tool', 'memories', 'bigmind.md'),
    };
    await put('- One.');
    await putPinned(other, 'bob', text('- Bob.'));
    assert.deepEqual(await refreshPinned(target.home, 'ada', undefined), { changed: [target.file], errors: [] });
    assert.deepEqual([existsSync(target.file), existsSync(other.file)], [false, true]);
  });

  it('are refreshed and removed in the other files if one of them has broken markers', async () => {
    const broken = { ...target, file: join(temporary.path, '.claude', 'projects', '-shop', 'memory', 'MEMORY.md') };
    await putPinned(broken, 'ada', text('- One.'));
    await put('- One.');
    writeFileSync(broken.file, readFileSync(broken.file, 'utf8').replace('BIGMIND:PINNED-END', 'gone'));
    const { changed, errors } = await refreshPinned(target.home, 'ada', text('- Two.'));
    assert.deepEqual([changed, errors.length], [[target.file], 1]);
    assert.match(String(errors[0]), /MEMORY\.md/u);
    const [removal, rest, ...others] = await planPinnedRemoval(target.home);
    assert.deepEqual([removal?.file, rest?.file, others], [target.file, record(), []]);
    assert.deepEqual(Object.keys(JSON.parse(String(rest?.after)) as object), [broken.file]);
    rmSync(target.file);
    await removePinned(target.home, target.file);
    await assert.rejects(planPinnedRemoval(target.home), { code: 'invalid_input' });
  });

  it('are no notes for an import, unlike what others wrote into the file', async () => {
    write('- I like tabs.\n');
    await put('- One.');
    const notes: string[] = [];
    for await (const note of readCopilotUserMemory(target.file, undefined))
      notes.push('fact' in note ? note.fact : note.unreadable);
    assert.deepEqual(notes, ['I like tabs.']);
  });

  it('are known to the doctor, which warns where other notes leave no room', async () => {
    assert.deepEqual(await pinnedFindings(target.home), []);
    await put('- One.');
    const said = async (): Promise<string> =>
      (await pinnedFindings(target.home)).map(({ status, what }) => `${status} ${what}`).join();
    assert.match(await said(), /^ok Your pinned facts are also in VS Code's user memory: .*bigmind\.md\.$/u);
    writeFileSync(join(dirname(target.file), '.hidden.md'), 'x\n'.repeat(300));
    writeFileSync(join(dirname(target.file), 'a.md'), 'x\n'.repeat(193));
    assert.match(await said(), /^ok /u);
    writeFileSync(join(dirname(target.file), 'a.md'), 'x\n'.repeat(194));
    assert.match(await said(), /^warning Chats do not get all pinned facts in .*: other notes fill the 200 lines/u);
    writeFileSync(target.file, '');
    assert.match(await said(), /^warning Pinned facts should be in/u);
  });

  it('are known to the doctor in the memory of Claude Code, whose other files it does not load', async () => {
    target.file = join(dirname(target.file), 'MEMORY.md');
    await put('- One.');
    writeFileSync(join(dirname(target.file), 'a.md'), 'x\n'.repeat(300));
    const [well] = await pinnedFindings(target.home);
    assert.equal(well?.what, `Your pinned facts are also in Claude Code's memory: ${target.file}.`);
    writeFileSync(target.file, 'x\n'.repeat(198) + readFileSync(target.file, 'utf8'));
    const [full] = await pinnedFindings(target.home);
    assert.equal(full?.status, 'warning');
  });

  it('go when the extension is uninstalled, with nothing of others', async () => {
    write('- Mine.\n');
    await put('- One.');
    const script = resolve(import.meta.dirname, '../../agent/uninstall.mjs');
    await promisify(execFile)(process.execPath, [script, '--type=extension-post-uninstall'], {
      env: { ...process.env, HOME: temporary.path, USERPROFILE: temporary.path, BIGMIND_HOME: target.home },
      timeout: 30_000,
    });
    assert.equal(read(), '- Mine.\n');
    assert.equal(existsSync(record()), false);
  });
});
