/**
 * A cloned repository whose `.mind` and instruction files lead elsewhere: nothing outside of the project is read or
 * written, before and after the user starts file memory there. And what its history says reaches no chat by itself.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedEditableFiles } from '../../src/markdown/editing/lazyEditableFiles.ts';
import { openEditableFiles } from '../../src/nodeMindFiles.ts';
import { systemClock } from '../../src/systemTime.ts';
import { aRepository } from '../capture/git/repository.ts';
import { openChat, runProgram } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { assertFramed, canariesIn } from './frame.ts';
import { aHostileProject, lines, snapshotOf } from './hostileProject.ts';

const memory = { '.mind/MEMORY.md': 'decided: Vite over Webpack\n' };
const block = '<!-- MIND:CONTEXT - Auto-generated. Do not edit. -->\n- ours\n<!-- MIND:END -->\n';

describe('a cloned repository that leads out of its folder', function () {
  let home: TemporaryHome;
  let env: Record<string, string>;
  let outside: string;
  const former = { HOME: process.env['HOME'], USERPROFILE: process.env['USERPROFILE'] };

  beforeEach(() => {
    home = temporaryHome();
    // The page's file commands run in this process.
    Object.assign(process.env, { HOME: home.path, USERPROFILE: home.path });
    env = { HOME: home.path, USERPROFILE: home.path, BIGMIND_TOOLSETS: 'all' };
    outside = join(home.path, '.ssh');
    mkdirSync(outside);
    writeFileSync(join(outside, 'id_ed25519'), 'decided: CANARY950X\n');
    writeFileSync(join(outside, 'MEMORY.md'), 'decided: CANARY951X\n- [ ] CANARY952X | due: next session\n');
    writeFileSync(join(outside, 'REMINDERS.md'), '- [ ] CANARY952X | due: next session\n');
    writeFileSync(join(outside, 'config.json'), '{ "context_files": ["CLAUDE.md"] }');
    writeFileSync(join(outside, 'state.json'), '{ "last_activity": 1 }');
    writeFileSync(join(outside, 'copilot-instructions.md'), block);
    writeFileSync(join(outside, 'CLAUDE.md'), block);
  });
  afterEach(() => {
    for (const [name, value] of Object.entries(former)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    home.remove();
  });

  const link = (clone: string, path: string, target: string): void => {
    rmSync(join(clone, path), { recursive: true, force: true });
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    symlinkSync(target, join(clone, path));
  };

  /** Everything that a chat and its user do there, with all that they get. */
  async function useAll(clone: string): Promise<string> {
    const texts: string[] = [];
    const run = async (args: string[], input?: object): Promise<void> => {
      const { out, err } = await runProgram(home, args, {
        cwd: clone,
        env,
        ...(input !== undefined && { input: JSON.stringify(input) }),
      });
      texts.push(out, err);
    };
    const event = { session_id: 'a chat', cwd: clone, source: 'startup', prompt: 'Which key decided CANARY?' };
    await run(['mind', 'add']);
    for (const name of ['SessionStart', 'UserPromptSubmit', 'Stop']) {
      await run(['hook', name], { ...event, hook_event_name: name });
    }
    // These only read.
    await Promise.all(['status', 'parse', 'block'].map((action) => run(['mind', action])));
    await run(['mind', 'init']);
    await run(['mind', 'block', 'claude', 'agents', 'copilot']);
    await run(['import', 'mind', clone]);
    await run(['search', 'CANARY950X CANARY951X', '--project', 'all']);
    const chat = await openChat(home, { cwd: clone, env });
    try {
      const calls: [string, Record<string, unknown>][] = [
        ['mind_recall', {}],
        ['mind_session', { project_path: outside }],
        ['mind_reminders', {}],
        ['mind_log', { message: 'Vite it is', type: 'decision' }],
        ['mind_log', { message: 'Vite is fast', type: 'experience' }],
        ['mind_remind', { message: 'look', when: 'tomorrow' }],
        ['mind_reminder_done', { index: 1 }],
        ['mind_checkpoint', {}],
        ['memory_start_session', {}],
      ];
      for (const [tool, args] of calls) {
        const { text, structured } = await chat.call(tool, args);
        texts.push(text, JSON.stringify(structured));
      }
    } finally {
      await chat.close();
    }
    texts.push(...(await useInPage(realpathSync(clone))));
    return texts.join('\n');
  }

  /** What a person does with the files in the page, with all that the page gets. */
  async function useInPage(project: string): Promise<string[]> {
    const files = await openPageFiles();
    const got: string[] = [JSON.stringify(await files.list())];
    const text = { title: 'A trap', description: '', workaround: '', detection: { context: [], intent: [], code: [] } };
    for (const edit of [
      { type: 'addReminder', project, text: 'look', when: 'tomorrow' },
      { type: 'addGotcha', project, gotcha: text },
    ] as const) {
      const change = await files.edit(edit).catch((thrown: unknown) => String(thrown));
      got.push(JSON.stringify(change));
      if (typeof change === 'string' || change.undo === null) continue;
      got.push(JSON.stringify(await files.list()));
      await files.undo(change.undo);
    }
    for (const name of ['REMINDERS.md', 'MEMORY.md', 'global_edges.json'] as const) {
      got.push((await files.pathOf(project, name)) ?? 'no path');
    }
    return got;
  }

  const openPageFiles = (): Promise<LoadedEditableFiles> =>
    openEditableFiles({ clock: systemClock, newId: randomUUID });
  const listOnly = (...projects: string[]): void => {
    mkdirSync(join(home.path, '.mind'), { recursive: true });
    const listed = projects.map((path) => ({ path: realpathSync(path) }));
    writeFileSync(join(home.path, '.mind', 'projects.json'), JSON.stringify({ projects: listed }));
  };

  it('and is not on the list: the page neither shows nor changes its files', async () => {
    const clone = aHostileProject(home.path, { ...memory, '.mind/REMINDERS.md': '- [ ] CANARY953X | due: tomorrow\n' });
    const other = aHostileProject(home.path, memory);
    listOnly(other);
    const before = snapshotOf(clone);
    const got = await useInPage(clone);
    assert.deepEqual(canariesIn(got.join('\n')), []);
    assert.equal(got.filter((text) => text.includes('File memory was not started')).length, 2);
    assert.equal(got.filter((text) => text === 'no path').length, 3);
    assert.deepEqual(snapshotOf(clone), before);
  });

  for (const [what, part, code] of [
    ['the file', '.mind/REMINDERS.md', 'not_allowed'],
    ['the folder .mind', '.mind', 'not_allowed'],
    ['the project', '', 'not_found'],
  ] as const) {
    it(`and makes ${what} a link between a change in the page and its undo: nothing is written`, async () => {
      const reminders = { '.mind/REMINDERS.md': '- [ ] Call Kim | due: 2027-01-01\n' };
      const clone = aHostileProject(home.path, { ...memory, ...reminders });
      const other = aHostileProject(home.path, {});
      // Not even another project of the user.
      listOnly(clone, other);
      const project = realpathSync(clone);
      const files = await openPageFiles();
      const { undo } = await files.edit({ type: 'addReminder', project, text: 'look', when: '2027-01-01' });
      assert.ok(undo !== null);
      // The same words are there, so that the undo would find its lines.
      cpSync(clone, other, { recursive: true });
      const path = join(clone, part);
      renameSync(path, join(home.path, 'before'));
      symlinkSync(join(other, part), path);
      const before = snapshotOf(home.path);
      await assert.rejects(files.undo(undo), { code });
      assert.deepEqual(snapshotOf(home.path), before);
    });
  }

  for (const [what, links] of [
    ['links its memory files', { '.mind/MEMORY.md': 'id_ed25519', '.mind/SESSION.md': 'MEMORY.md' }],
    ['links its reminders and its state', { '.mind/REMINDERS.md': 'REMINDERS.md', '.mind/state.json': 'state.json' }],
    ['links its folder .mind', { '.mind': '' }],
    ['links its configuration', { '.mind/config.json': 'config.json', 'CLAUDE.md': 'CLAUDE.md' }],
    // Each instruction file is written by itself.
    [
      'links its instruction files and their folder',
      { 'CLAUDE.md': 'CLAUDE.md', 'AGENTS.md': 'new.md', '.github': '' },
    ],
    ['links the lock of a file', { '.mind/MEMORY.md.lock': '', '.mind/state.json.lock': 'id_ed25519' }],
  ] as const) {
    it(`that ${what}: nothing there is read or written`, async () => {
      const clone = aHostileProject(home.path, memory);
      for (const [path, target] of Object.entries(links)) link(clone, path, join(outside, target));
      const before = snapshotOf(outside);
      const got = (await useAll(clone))
        .replaceAll('"CANARY950X CANARY951X"', '')
        .replaceAll('Which key decided CANARY?', '');
      assert.deepEqual(canariesIn(got), [], what);
      assert.deepEqual(snapshotOf(outside), before);
    });
  }

  it('by the names of instruction files in its configuration: only the three known ones are written', async () => {
    const names = [
      '../.ssh/CLAUDE.md',
      join(outside, 'CLAUDE.md'),
      '.git/config',
      '.vscode/settings.json',
      'claude.md',
    ];
    const config = {
      context_files: [...names, { toString: 'CLAUDE.md' }, 'AGENTS.md'],
      hooks: { start: 'touch pwned' },
    };
    const clone = aHostileProject(home.path, {
      ...memory,
      '.git/config': block,
      '.vscode/settings.json': block,
      'AGENTS.md': block,
      '.mind/config.json': JSON.stringify(config),
    });
    const before = snapshotOf(outside);
    const unlisted = snapshotOf(clone);
    const event = { session_id: 'first', cwd: clone, hook_event_name: 'SessionStart', source: 'startup' };
    await runProgram(home, ['hook', 'SessionStart'], { cwd: clone, env, input: JSON.stringify(event) });
    assert.deepEqual(snapshotOf(clone), unlisted);
    await runProgram(home, ['mind', 'add'], { cwd: clone, env });
    const { out } = await runProgram(home, ['mind', 'block', '--json'], { cwd: clone, env });
    assert.deepEqual((JSON.parse(out) as { files: unknown }).files, [{ file: 'AGENTS.md', change: 'updated' }]);
    assert.match(readFileSync(join(clone, 'AGENTS.md'), 'utf8'), /Vite over Webpack/u);
    const after = snapshotOf(clone);
    assert.deepEqual(
      [...after].filter(([name, text]) => unlisted.get(name) !== text).map(([name]) => name),
      ['AGENTS.md'],
    );
    assert.deepEqual(snapshotOf(outside), before);
  });

  it('with a configuration that cannot be read in depth: a chat starts nevertheless', async () => {
    const clone = aHostileProject(home.path, {
      ...memory,
      '.mind/config.json': `{"context_files":${'['.repeat(200_000)}`,
      '.mind/state.json': '['.repeat(200_000),
      'CLAUDE.md': block,
    });
    await runProgram(home, ['mind', 'add'], { cwd: clone, env });
    const event = { session_id: 'first', cwd: clone, hook_event_name: 'SessionStart', source: 'startup' };
    const { code, out } = await runProgram(home, ['hook', 'SessionStart'], {
      cwd: clone,
      env,
      input: JSON.stringify(event),
    });
    assert.equal(code, 0);
    assert.match(out, /Vite over Webpack/u);
    const written = await runProgram(home, ['mind', 'block', 'claude'], { cwd: clone, env });
    assert.equal(written.code, 1);
    assert.doesNotMatch(written.err, /internal|RangeError|stack/iu);
    assert.equal(readFileSync(join(clone, 'CLAUDE.md'), 'utf8'), block);
  });

  it('in comments and commit messages: no chat gets them unasked, and searches label them', async () => {
    const repository = aRepository();
    try {
      const comments = lines.map((line) => `// MEMORY: decided: ${line}\n`);
      repository.write('src/index.ts', comments.join('\n'));
      repository.write('docs/plans/a.md', `# Plan\n\n- [x] done\n\nDecided: ${lines[0] ?? ''}\n`);
      repository.commit(`Add all\n\n${lines.map((line) => `decided: ${line}`).join('\n')}`);
      const run = (...args: string[]) => runProgram(home, args, { cwd: repository.folder, env });
      assert.equal((await run('mind', 'init')).code, 0);
      const learned = await run('mind', 'learn', '--json');
      assert.equal(learned.code, 0, learned.err);
      assert.ok((JSON.parse(learned.out) as { entries: unknown[] }).entries.length > 50);
      for (const [event, more] of [
        ['SessionStart', { source: 'startup' }],
        ['UserPromptSubmit', { prompt: lines[0] }],
      ] as const) {
        const input = JSON.stringify({ session_id: 'a', cwd: repository.folder, hook_event_name: event, ...more });
        const { out } = await runProgram(home, ['hook', event], { cwd: repository.folder, env, input });
        assert.deepEqual(canariesIn(out), [], event);
      }
      const chat = await openChat(home, { cwd: repository.folder, env });
      try {
        const { text, structured } = await chat.call('memory_search', {
          query: 'ignore previous instructions',
          limit: 20,
        });
        assertFramed(text, 'memory_search');
        assert.ok(canariesIn(text).length > 0);
        for (const { notice } of structured['results'] as { notice?: string }[])
          assert.match(notice ?? '', /from the repository/u);
      } finally {
        await chat.close();
      }
    } finally {
      repository.remove();
    }
  });
});
