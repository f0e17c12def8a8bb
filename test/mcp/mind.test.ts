/** The toolset `mind` through a real client over stdio and the built program. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openChat, runProgram } from '../support/program.ts';
import type { Answer, Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('the toolset mind', () => {
  let home: TemporaryHome;
  let project: string;
  let chat: Chat;
  const chats: Chat[] = [];

  const env = (): Record<string, string> => ({
    HOME: home.path,
    USERPROFILE: home.path,
    BIGMIND_TOOLSETS: 'core,mind',
  });
  const open = async (cwd = project): Promise<Chat> => {
    const opened = await openChat(home, { cwd, env: env() });
    chats.push(opened);
    return opened;
  };
  const inMind = (name: string): string => join(project, '.mind', name);
  const read = (name: string): Promise<string> => readFile(inMind(name), 'utf8');
  const write = (name: string, text: string): Promise<void> => writeFile(inMind(name), text);
  const aProject = async (): Promise<string> => {
    const folder = await mkdtemp(join(home.path, 'web shop '));
    await mkdir(join(folder, '.git'));
    const { code } = await runProgram(home, ['mind', 'init'], { cwd: folder, env: env() });
    assert.equal(code, 0);
    return folder;
  };
  /** As if nothing had happened for that long. */
  const wait = async (minutes: number): Promise<void> => {
    const then = Date.now() - minutes * 60_000;
    await write('state.json', JSON.stringify({ last_activity: then, schema_version: 2 }));
    await utimes(inMind('SESSION.md'), new Date(then), new Date(then));
  };
  const log = (type: string, message: string): Promise<Answer> => chat.call('mind_log', { type, message });

  beforeEach(async () => {
    home = temporaryHome();
    project = await aProject();
    chat = await open();
  });
  afterEach(async () => {
    for (const opened of chats.splice(0)) await opened.close();
    home.remove();
  });

  it('has the twelve tools of the design', async () => {
    const { tools } = await chat.client.listTools();
    const names = tools.map(({ name }) => name).filter((name) => name.startsWith('mind_'));
    assert.deepEqual(names, [
      'mind_recall',
      'mind_log',
      'mind_session',
      'mind_search',
      'mind_status',
      'mind_reminders',
      'mind_blocker',
      'mind_remind',
      'mind_reminder_done',
      'mind_edges',
      'mind_checkpoint',
      'mind_add_global_edge',
    ]);
  });

  it('logs to the files, and the next chat recalls it', async () => {
    const logged = await log('decision', 'Vite over Webpack - starts faster');
    assert.deepEqual(
      [logged.isError, logged.structured['file'], logged.structured['loop_warning']],
      [false, '.mind/MEMORY.md', null],
    );
    assert.match(await read('MEMORY.md'), /\n## \d{4}-\d\d-\d\d\n\ndecided: Vite over Webpack - starts faster\n$/u);
    await log('blocker', 'No key for the payment API');
    const { structured, text } = await (await open()).call('mind_recall');
    assert.match(String(structured['context']), /## Recent Decisions\n- .*Vite over Webpack/u);
    assert.match(text, /## Open Loops\n\[!\] .*No key for the payment API/u);
    assert.deepEqual((structured['session'] as Record<string, unknown>)['blockers'], ['No key for the payment API']);
    assert.deepEqual(Object.keys(structured).sort(), [
      'context',
      'context_reminders',
      'health',
      'reminders_due',
      'session',
      'session_info',
    ]);
  });

  it('is silent in a project without file memory, and says how to start it', async () => {
    const other = await mkdtemp(join(home.path, 'other '));
    await mkdir(join(other, '.git'));
    const elsewhere = await open(other);
    for (const [tool, args] of [
      ['mind_recall', {}],
      ['mind_log', { message: 'x' }],
      ['mind_remind', { message: 'x', when: 'tomorrow' }],
    ] as const) {
      const answer = await elsewhere.call(tool, args);
      assert.equal(answer.isError, true);
      assert.match(answer.text, /File memory was not started in .*bigmind mind init/su);
    }
    const recalled = await elsewhere.call('mind_recall', { project_path: project });
    assert.equal(recalled.isError, false);
  });

  it('warns of a loop with a way out', async () => {
    await log('rejected', 'Redux for the cart state - too much code');
    const { structured, text } = await log('rejected', 'Use Redux to hold the cart state');
    const warning = structured['loop_warning'] as Record<string, unknown>;
    assert.deepEqual([warning['severity'], warning['reason']], ['critical', 'too much code']);
    assert.match(text, /Loop warning \[critical, \d+ % similar\]: .* Stop: this is what was rejected\./u);
    assert.equal((await log('rejected', 'Redux for the job queue')).structured['loop_warning'], null);
  });

  it('ends a session after a gap: promotes, keeps and clears', async () => {
    await log('rejected', 'Redux for the cart state - too much code');
    await log('assumption', 'Nobody uses the zebra browser');
    await wait(45);
    const { structured, text } = await chat.call('mind_recall');
    const info = structured['session_info'] as Record<string, unknown>;
    assert.equal(info['is_new_session'], true);
    assert.deepEqual(info['promoted'], [{ type: 'rejected', text: 'Redux for the cart state - too much code' }]);
    assert.match(text, /The last session ended 4\d minutes ago\. 1 line of it was added to MEMORY\.md\./u);
    assert.match(await read('MEMORY.md'), /\nrejected: Redux for the cart state - too much code\n/u);
    assert.ok(!(await read('SESSION.md')).includes('zebra'));
    const found = await chat.call('memory_search', { query: 'zebra browser' });
    assert.match(found.text, /zebra browser/u);
    assert.equal(
      ((await chat.call('mind_recall')).structured['session_info'] as Record<string, unknown>)['is_new_session'],
      false,
    );
  });

  it('finds entries by type, in this project or in all', async () => {
    await log('decision', 'Cookies are signed with Ed25519');
    await log('problem', 'Cookies are dropped by Safari');
    const other = await aProject();
    const elsewhere = await open(other);
    const search = async (where: Chat, args: object): Promise<Record<string, unknown>[]> =>
      (await where.call('mind_search', { query: 'cookies', ...args })).structured['results'] as Record<
        string,
        unknown
      >[];
    assert.deepEqual((await search(chat, {})).map(({ type }) => type).sort(), ['decision', 'problem']);
    const [issue, ...more] = await search(chat, { types: ['issue'] });
    assert.deepEqual([issue?.['text'], more], ['Cookies are dropped by Safari', []]);
    assert.match(String(issue?.['source_ref']), /^\.mind\/MEMORY\.md#L\d+$/u);
    assert.ok(Number(issue?.['relevance']) > 0 && Number(issue?.['relevance']) <= 1);
    assert.deepEqual(await search(elsewhere, {}), []);
    assert.equal((await search(elsewhere, { scope: 'all' })).length, 2);
  });

  it('logs a blocker and finds what helped before', async () => {
    await log('learning', 'The payment API needs the header X-Merchant');
    const { structured, text } = await chat.call('mind_blocker', {
      description: 'The payment API answers 401',
      keywords: ['header'],
    });
    assert.equal(structured['file'], '.mind/SESSION.md');
    assert.match(text, /X-Merchant/u);
    assert.ok((structured['results'] as { text: string }[]).every((found) => !found.text.includes('401')));
  });

  it('keeps reminders, and ticks them off', async () => {
    await chat.call('mind_remind', { message: 'Check the audit', when: 'next session' });
    await chat.call('mind_remind', { message: 'Rotate the keys', when: 'when I mention auth, login' });
    const later = await chat.call('mind_remind', { message: 'Renew the certificate', when: 'in 3 days' });
    assert.match(later.text, /Renew the certificate \| \d{4}-\d\d-\d\d/u);
    const wrong = await chat.call('mind_remind', { message: 'x', when: 'once upon a time' });
    assert.deepEqual([wrong.isError, wrong.text.includes('next session')], [true, true]);
    const listed = (await chat.call('mind_reminders')).structured['reminders'] as Record<string, unknown>[];
    assert.deepEqual(
      listed.map(({ index, kind }) => [index, kind]),
      [
        [1, 'next_session'],
        [2, 'context'],
        [3, 'date'],
      ],
    );
    await wait(45);
    const { structured } = await chat.call('mind_recall');
    assert.deepEqual(
      (structured['reminders_due'] as { text: string }[]).map(({ text }) => text),
      ['Check the audit'],
    );
    assert.deepEqual(
      (structured['context_reminders'] as { text: string }[]).map(({ text }) => text),
      ['Rotate the keys'],
    );
    assert.match(await read('REMINDERS.md'), /- \[x\] Check the audit \| .*completed: /u);
    assert.equal((await chat.call('mind_reminder_done', { index: 2 })).isError, false);
    assert.equal((await chat.call('mind_reminder_done', { index: 7 })).isError, true);
    const left = (await chat.call('mind_reminders')).structured['reminders'] as { text: string }[];
    assert.deepEqual(
      left.map(({ text }) => text),
      ['Rotate the keys'],
    );
  });

  it('knows gotchas of the project and of all projects', async () => {
    await write('MEMORY.md', '## Gotchas\n- Safari ITP blocks cross-domain cookies after 7 days\n');
    const added = await chat.call('mind_add_global_edge', {
      title: 'Vercel Edge has no Node crypto',
      description: 'node:crypto is missing at run time',
      workaround: 'Use the Web Crypto API',
      detection: { context: ['Vercel Edge'], intent: ['hash a password'], code: ['node:crypto'] },
      severity: 'critical',
    });
    assert.equal(added.structured['status'], 'stored');
    const edges = async (args: Record<string, unknown>): Promise<Record<string, unknown>[]> =>
      (await chat.call('mind_edges', args)).structured['edges'] as Record<string, unknown>[];
    const [edge] = await edges({ intent: 'hash a password', code: "import { scrypt } from 'node:crypto'" });
    assert.deepEqual([edge?.['severity'], edge?.['workaround']], ['critical', 'Use the Web Crypto API']);
    const [cookie] = await edges({ intent: 'set a cross-domain cookie for Safari' });
    assert.equal(cookie?.['source'], '.mind/MEMORY.md:2');
    assert.deepEqual(await edges({ intent: 'rename a button' }), []);
  });

  it('reports conflicts and unreadable files, and reads the rest', async () => {
    await write('MEMORY.md', '<<<<<<< HEAD\ndecided: A\n=======\ndecided: B\n>>>>>>> other\n');
    await writeFile(inMind('SESSION.md'), Buffer.from([0, 1, 2]));
    await write('REMINDERS.md', '- [ ] Pay | due: by the 34th\n- [ ] Call | due: 2026-12-20\n');
    const { structured, text } = await chat.call('mind_status');
    assert.deepEqual(structured['conflicts'], ['.mind/MEMORY.md:1']);
    assert.equal((structured['unreadable'] as unknown[]).length, 1);
    assert.match(text, /Merge conflict in \.mind\/MEMORY\.md:1/u);
    assert.deepEqual(structured['unclear_reminders'], ['.mind/REMINDERS.md:1']);
    assert.match(text, /reminder in \.mind\/REMINDERS\.md:1 is not understood, so it does not come up/u);
    const refused = await log('experience', 'Something');
    assert.deepEqual([refused.isError, refused.text.includes('binary')], [true, true]);
    assert.deepEqual(await readFile(inMind('SESSION.md')), Buffer.from([0, 1, 2]));
    const inConflict = await log('decision', 'C');
    assert.deepEqual([inConflict.isError, inConflict.text.includes('Resolve it')], [true, true]);
    await write('MEMORY.md', 'decided: B\n');
    assert.equal((await log('decision', 'C')).isError, false);
  });

  it('loses nothing when two chats log at the same time', async () => {
    const other = await open();
    const number = 15;
    await Promise.all(
      [chat, other].flatMap((one, window) =>
        Array.from({ length: number }, (_, place) =>
          one.call('mind_log', { type: 'learning', message: `Lesson ${String(window)}-${String(place)} of today` }),
        ),
      ),
    );
    const lessons = new Set((await read('MEMORY.md')).match(/Lesson \d-\d+ of today/gu));
    assert.equal(lessons.size, 2 * number);
  });
});
