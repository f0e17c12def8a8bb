/** Tasks of Cline, Roo Code and Kilo Code, from finding them to their messages. */
import assert from 'node:assert/strict';
import { cline } from '../../src/importers/cline/kind.ts';
import { asText, reading } from '../capture/transcripts/support.ts';
import type { Reading } from '../capture/transcripts/support.ts';
import { currentInterface, currentTask, olderTask, rooTask, session } from './clineTasks.ts';
import { recognizedBy } from './samples.ts';
import { KindFolder, findAll, findFile, findIn, isRecognized, transcriptReaderOf } from './support.ts';

const code = '.config/Code/User/globalStorage';
const history = 'api_conversation_history.json';
const read = transcriptReaderOf(cline);

describe('tasks of Cline', () => {
  let folder: KindFolder;
  beforeEach(() => {
    folder = new KindFolder();
  });
  afterEach(() => {
    folder.remove();
  });

  const put = (task: string, messages: unknown, extension = 'saoudrizwan.claude-dev', storage = code): string =>
    folder.put(`${storage}/${extension}/tasks/${task}/${history}`, JSON.stringify(messages));
  const readTask = (messages: unknown): Promise<Reading> => reading(read, put('1772442000000', messages));

  it('are the words of the user, without what the program wrote around them, and the answers', async () => {
    const { messages, head, unreadable } = await readTask(currentTask);
    assert.deepEqual(unreadable, []);
    assert.deepEqual(messages.map(asText), [
      "user text: Fix the login in 'src/app.ts' (see below for file content)",
      'assistant thought: Which login?',
      'assistant text: I look at the file first.',
      'assistant tool_use: {"path":"src/app.ts","task_progress":"- [x] Look\\n- [ ] Fix login"}',
      'tool tool_result: <task>\nTASKS = 1\n</task>',
      'assistant tool_use: {"path":"src/app.ts","diff":"<<<"}',
      'user text: Use bcrypt instead',
      'assistant text: Which version?',
      'user text: 6',
      'assistant text: Login uses bcrypt now.',
      'user text: Now commit it',
      'assistant tool_use: {"command":"git commit -m \\"Use bcrypt\\"","requires_approval":false}',
      'tool tool_result: Command executed.\nOutput:\n[main abc] Use bcrypt',
    ]);
    assert.deepEqual(head, {
      conversation: '1772442000000',
      folder: '/home/ada/my (new) shop',
      startedAt: '2026-03-02T09:00:00.000Z',
      agent: { name: 'Cline', version: null },
    });
  });

  it('have as many words of the user and answers as the file has elements and texts of them', async () => {
    for (const task of [currentTask, olderTask]) {
      const raw = JSON.stringify(task);
      const words = raw.match(/"<task>|<(?:feedback|answer|user_message)>/gu) ?? [];
      const answers = raw.match(/"text":"\\nI |I write|<result>|"(?:result|question)":/gu) ?? [];
      const { messages } = await readTask(task);
      const texts = messages.filter(({ type }) => type === 'text');
      assert.deepEqual(
        [texts.filter(({ role }) => role === 'user').length, texts.filter(({ role }) => role === 'assistant').length],
        [words.length, answers.length],
      );
    }
  });

  it('name the files that a call writes, its commits and its open items', async () => {
    const { messages } = await readTask(currentTask);
    const calls = messages.filter(({ type }) => type === 'tool_use');
    assert.deepEqual(
      calls.map(({ tool, files, work }) => [tool, files, work]),
      [
        ['read_file', undefined, { todos: ['Look', 'Fix login'], openTodos: ['Fix login'] }],
        ['replace_in_file', ['src/app.ts'], undefined],
        ['execute_command', undefined, { commits: ['Use bcrypt'] }],
      ],
    );
  });

  it('of older versions have calls in their texts and results in separate blocks', async () => {
    const { messages, head } = await readTask(olderTask);
    assert.deepEqual(messages.map(asText), [
      'user text: Add a page',
      'assistant thought: A page needs a route.',
      'assistant text: I write the page.',
      'assistant tool_use: {"path":"src/page.html","content":"<content>An element</content>\\n<p>Use <read_file> to read</p>","line_count":"2"}',
      'tool tool_result: The content was successfully saved to src/page.html.',
      'assistant text: The page is there.',
      'user text: Add a footer, too',
      'assistant tool_use: {"path":"src/page.html","diff":"<<<<<<< SEARCH"}',
    ]);
    assert.deepEqual(
      messages.flatMap(({ files = [] }) => files),
      ['src/page.html', 'src/page.html'],
    );
    assert.equal(head?.folder, 'c:/Users/Ada/shop');
    assert.equal(new Set(messages.map(({ key }) => key)).size, messages.length);
  });

  it('of Roo Code have times, feedback as JSON, summaries and open items', async () => {
    const file = put('0198c0de-1234-7abc-8def-0123456789ab', rooTask, 'rooveterinaryinc.roo-cline');
    const { messages, head } = await reading(read, file);
    assert.deepEqual(messages.map(asText), [
      'user text: Add a cart',
      'assistant thought: A list?',
      'assistant tool_use: {"todos":"[x] Plan\\n[-] Cart\\n[ ] Tests"}',
      'user text: Keep it simple',
      'assistant tool_use: {"path":"src/cart.ts","content":"export {}"}',
      'tool tool_result: {"path":"src/cart.ts"}',
      'system text: ## Summary\nA cart was added.',
      'assistant text: Done.',
    ]);
    assert.deepEqual(messages[2]?.work, { todos: ['Plan', 'Cart', 'Tests'], openTodos: ['Cart', 'Tests'] });
    assert.equal(messages.find(({ role }) => role === 'system')?.begins, 'POST_COMPACTING');
    assert.deepEqual(
      messages.map(({ createdAt }) => createdAt?.slice(11, 16)),
      ['09:00', '09:01', '09:01', '09:02', '09:03', '09:04', '09:06', '09:07'],
    );
    assert.deepEqual([head?.conversation, head?.agent?.name], ['0198c0de-1234-7abc-8def-0123456789ab', 'Roo Code']);
    const wrapped = await reading(read, put('2', { version: 2, messages: rooTask }, 'rooveterinaryinc.roo-cline'));
    assert.deepEqual(wrapped.messages, messages);
  });

  it('keep the names of their messages when others are removed or added', async () => {
    const keys = async (messages: unknown): Promise<string[]> =>
      (await readTask(messages)).messages.map(({ key }) => key);
    const all = await keys(rooTask);
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(await keys(rooTask.slice(3)), all.filter((key) => !['call_1'].includes(key)).slice(3));
    const current = await keys(currentTask);
    assert.deepEqual(
      (await keys(currentTask.slice(0, 6))).filter((key) => !current.includes(key)),
      [],
    );
  });

  it('take times from the messages of the interface, or else from the task', async () => {
    const file = put('1772442000000', currentTask);
    folder.put(`${code}/saoudrizwan.claude-dev/tasks/1772442000000/ui_messages.json`, JSON.stringify(currentInterface));
    const metadata = { environment_history: [{ cline_version: '3.50.0' }, { cline_version: '3.51.0' }] };
    folder.put(`${code}/saoudrizwan.claude-dev/tasks/1772442000000/task_metadata.json`, JSON.stringify(metadata));
    const { messages, head } = await reading(read, file);
    assert.deepEqual(
      messages.slice(0, 5).map(({ createdAt }) => createdAt?.slice(17, 23)),
      ['00.000', '02.000', '02.000', '02.000', '04.000'],
    );
    assert.equal(head?.agent?.version, '3.51.0');
    const older = put('1772442060000', olderTask);
    const requests = [1, 2, 3].map((minute) => ({
      ts: 1772442000000 + minute * 60_000,
      type: 'say',
      say: 'api_req_started',
    }));
    folder.put(`${code}/saoudrizwan.claude-dev/tasks/1772442060000/ui_messages.json`, JSON.stringify(requests));
    const times = (await reading(read, older)).messages.map(({ createdAt }) => createdAt?.slice(14, 16));
    assert.deepEqual(times, ['01', '01', '01', '01', '02', '02', '03', '03']);
    folder.put(`${code}/saoudrizwan.claude-dev/tasks/1772442060000/ui_messages.json`, '[{"ts":17');
    const damaged = await reading(read, older);
    assert.deepEqual(
      [damaged.messages[0]?.createdAt, damaged.head?.startedAt],
      [undefined, '2026-03-02T09:01:00.000Z'],
    );
  });

  it('keep plain text of the user, and results of which nothing names the tool stay out of their words', async () => {
    const { messages } = await readTask([
      { role: 'user', content: 'hello <environment_details>\n# Current Mode\n</environment_details>' },
      { role: 'assistant', content: 'Hi.' },
      { role: 'user', content: [{ type: 'image' }, { type: 'text', text: 'and now?' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'unknown', content: 'output' }] },
      { role: 'user', content: 7 },
      { role: 'assistant', content: [{ type: 'tool_use', name: 'list_files' }, 'text', null] },
      'no message',
    ]);
    assert.deepEqual(messages.map(asText), [
      'user text: hello',
      'assistant text: Hi.',
      'user text: and now?',
      'assistant tool_use: {}',
    ]);
  });

  it('of the apps since 2026 are sessions with ids and a manifest', async () => {
    const name = '1772442000000_abc';
    const place = `.cline/data/sessions/${name}`;
    const file = folder.put(`${place}/${name}.messages.json`, JSON.stringify(session, null, 2));
    const manifest = { version: 1, session_id: name, started_at: '2026-03-02T09:00:00.000Z', cwd: '/home/ada/shop' };
    folder.put(`${place}/${name}.json`, JSON.stringify(manifest));
    folder.put(`${place}/helper.messages.json`, JSON.stringify({ ...session, agent: 'subagent' }));
    const { messages, head } = await reading(read, file);
    assert.deepEqual(
      messages.map((message) => [message.key, asText(message)]),
      [
        ['m1', 'user text: Add a cart'],
        ['m2/0', 'assistant thought: A list?'],
        ['c1', 'assistant tool_use: {"commands":["ls"]}'],
        ['c1/result', 'tool tool_result: cart.ts'],
        ['m4/0.0', 'assistant text: Done.'],
        ['m5', 'user text: and tests'],
      ],
    );
    assert.deepEqual(head, {
      conversation: name,
      folder: '/home/ada/shop',
      startedAt: '2026-03-02T09:00:00.000Z',
      agent: { name: 'Cline', version: null },
    });
    const helper = folder.join(place, 'helper.messages.json');
    assert.deepEqual((await reading(read, helper)).items, []);
    for (const found of [await findAll(cline, folder.host()), await findIn(cline, folder.join('.cline/data/sessions'))])
      assert.deepEqual(
        found.map((source) => [source.folder, source.files.map(({ path }) => path)]),
        [['/home/ada/shop', [file]]],
      );
    const elsewhere = folder.host({ home: '/nowhere', env: { CLINE_DATA_DIR: folder.join('.cline/data') } });
    assert.equal((await findAll(cline, elsewhere)).length, 1);
    assert.equal(isRecognized(cline, JSON.stringify(session, null, 2), '/tmp/any.json'), true);
  });

  it('find the words of the user below what the program wrote, also in results of native calls', async () => {
    const result = (id: string, text: string): unknown => ({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text }] }],
    });
    const call = (id: string, name: string, input: unknown): unknown => ({
      role: 'assistant',
      content: [{ type: 'tool_use', id, name, input }],
    });
    const { messages } = await readTask([
      {
        role: 'user',
        content: [
          {
            type: 'text',
            text: '<explicit_instructions type="new_task">\nUse the tool.\n</explicit_instructions>\n<task>\nstart\n</task>',
          },
        ],
      },
      call('1', 'plan_mode_respond', { response: 'A plan.' }),
      result(
        '1',
        '[plan_mode_respond] Result:\n<user_message>\n\'a.txt\'\n</user_message>\n\n<file_content path="a.txt">\nx\n</file_content>',
      ),
      call('2', 'plan_mode_respond', { response: 'Another plan.' }),
      result(
        '2',
        '[The user has switched to ACT MODE, so you may now proceed with the task.]\n\nThe user also provided the following message when switching to ACT MODE:\n<user_message>\nGo\n</user_message>',
      ),
      call('3', 'execute_command', { command: 'npm start' }),
      result(
        '3',
        "Command is still running in terminal from '/home/ada'.\nHere's the output so far:\nlistening\n\n<user_message>\nStop it\n</user_message>",
      ),
      call('4', 'read_file', { path: 'a.xml' }),
      result('4', '<list>\n<task>\nnot said\n</task>\n</list>'),
      {
        role: 'user',
        content: [{ type: 'text', text: '[The user has switched to ACT MODE, so you may now proceed.]' }],
      },
    ]);
    assert.deepEqual(messages.map(asText), [
      'user text: start',
      'assistant text: A plan.',
      "user text: 'a.txt'",
      'assistant text: Another plan.',
      'user text: Go',
      'assistant tool_use: {"command":"npm start"}',
      "tool tool_result: Command is still running in terminal from '/home/ada'.\nHere's the output so far:\nlistening",
      'user text: Stop it',
      'assistant tool_use: {"path":"a.xml"}',
      'tool tool_result: <list>\n<task>\nnot said\n</task>\n</list>',
    ]);
  });

  it('that are damaged give the reason', async () => {
    const reasonFor = async (content: string | Buffer): Promise<string[]> =>
      (await reading(read, folder.put(`tasks/1/${history}`, content))).unreadable.map(({ reason }) => reason);
    const whole = JSON.stringify(currentTask);
    assert.deepEqual(await reasonFor(whole.slice(0, 2000)), ['is not JSON; the file may be truncated']);
    assert.deepEqual(await reasonFor(''), ['is not JSON; the file may be truncated']);
    assert.deepEqual(await reasonFor(Buffer.from([0, 255, 3])), ['is not JSON; the file may be truncated']);
    assert.deepEqual(await reasonFor('{"settings": 1}'), ['contains no list of messages']);
    assert.deepEqual(await reasonFor('[]'), []);
    const changed = folder.put(`tasks/2/${history}`, `\ufeff${whole.replaceAll(',{"role"', ',\r\n{"role"')}`);
    const { messages, position, unreadable } = await reading(read, changed);
    assert.deepEqual([unreadable, messages.length], [[], 13]);
    assert.deepEqual((await reading(read, changed, position)).items, []);
  });

  it('are found for each extension and editor, one source for each project', async () => {
    put('1', currentTask);
    put('2', olderTask);
    put('3', rooTask, 'rooveterinaryinc.roo-cline');
    put('4', rooTask, 'kilocode.Kilo-Code', '.config/Cursor/User/globalStorage');
    put('5', [], 'other.extension');
    folder.put(`.cline/data/tasks/6/${history}`, JSON.stringify(currentTask));
    folder.put(`.kilocode/cli/global/tasks/8/${history}`, JSON.stringify(rooTask));
    folder.put(`${code}/saoudrizwan.claude-dev/tasks/7/ui_messages.json`, '[]');
    const found = await findAll(cline, folder.host());
    const texts = found.map(({ program, title, folder: place, files }) =>
      [
        program,
        title,
        place,
        files
          .map(({ conversation }) => conversation)
          .sort()
          .join(),
      ].join(' | '),
    );
    assert.deepEqual(texts.sort(), [
      'Cline | my (new) shop | /home/ada/my (new) shop | 1,6',
      'Cline | shop | c:/Users/Ada/shop | 2',
      'Kilo Code | shop | /home/ada/shop | 4,8',
      'Roo Code | shop | /home/ada/shop | 3',
    ]);
    assert.equal(found[0]?.kind, 'cline');
  });

  it('are found in any folder of them', async () => {
    const file = put('1', currentTask);
    const user = '.config/Code/User';
    for (const place of [
      '.config/Code',
      user,
      `${user}/globalStorage`,
      `${user}/globalStorage/saoudrizwan.claude-dev`,
      `${user}/globalStorage/saoudrizwan.claude-dev/tasks`,
      `${user}/globalStorage/saoudrizwan.claude-dev/tasks/1`,
    ]) {
      const found = await findIn(cline, folder.join(place));
      assert.deepEqual(
        found.flatMap(({ files }) => files.map(({ path }) => path)),
        [file],
        place,
      );
    }
    assert.deepEqual(await findIn(cline, folder.join(user, 'nowhere')), []);
    assert.equal((await findFile(cline, file))?.folder, '/home/ada/my (new) shop');
    assert.equal(await findFile(cline, folder.join('missing.json')), undefined);
    const copy = folder.put(`exported_conversation_1769053680585/${history}`, JSON.stringify(currentTask));
    assert.equal((await findFile(cline, copy))?.files[0]?.conversation, '1769053680585');
  });

  it('are recognized by their beginning, or by their name', () => {
    assert.deepEqual(recognizedBy(cline), ['cline']);
    const text = JSON.stringify(rooTask);
    assert.equal(isRecognized(cline, text, '/tmp/any.json'), true);
    assert.equal(isRecognized(cline, '[{"ro', `/tmp/${history}`), true);
    assert.equal(isRecognized(cline, '[{"role":"user","content":"hi"}]', '/tmp/any.json'), false);
    assert.equal(cline.agent?.('Roo Code'), 'Roo Code');
  });
});
