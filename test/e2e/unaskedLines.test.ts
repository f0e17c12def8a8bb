/**
 * What VS Code's Local harness gets unasked: a chat gets what an earlier one about the same matter concluded, and the
 * assistant of a longer chat is asked once to save what it taught. Only the model is scripted.
 */
import assert from 'node:assert/strict';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript, type Script } from './scriptedChat.ts';
import { openTestWindow, waitFor, type TestWindow } from './testWindow.ts';
import { runCommand } from './webUi.ts';

const rule =
  'We decided to cap the Retrier at exactly 7 attempts, because the eighth trips the rate limit of the upstream API.';
const trap = 'Never raise `wharfLimit` above 7 in src/wharf.ts: the crane drops the eighth box.';
const convention = 'Reports about a wharf name their author.';
const task = 'NUMBAT: find out which wharves there are.';
const question = 'did this chat teach something';
const longAnswer = Array.from({ length: 250 }, (_, at) => `Depot ${String(at)} ships ${String(at * 7919)}.`).join(' ');

describe('a chat in the Local harness', () => {
  let window: TestWindow;
  let script: Script;

  before(async function () {
    this.timeout(240_000);
    script = writeScript([
      {
        name: 'rule',
        prompt: `The nightly sync gets 429 from the upstream API. ${rule}`,
        calls: [],
        answer: 'Capped.',
      },
      { name: 'long', prompt: 'Which depots are there?', calls: [], answer: longAnswer },
      {
        name: 'symptom',
        prompt: 'The upstream API blocks the nightly sync with 429 again, what does the Retrier do?',
        calls: [],
        answer: 'It stops after 7.',
      },
      { name: 'before', prompt: 'Hello there.', calls: [], answer: 'Hello.' },
      {
        name: 'call',
        continues: true,
        waitsFor: 'saved',
        prompt: 'Please go on.',
        calls: [
          {
            tool: 'create_file',
            input: { filePath: '${workspace}/src/wharf.ts', content: 'export const wharfLimit = 8;\n' },
          },
        ],
        answer: 'Done.',
      },
      {
        name: 'delegating',
        prompt: 'Ask a sub-agent about the wharves.',
        calls: [{ tool: 'runSubagent', input: { prompt: task, description: 'Look around' } }],
        answer: 'There is one.',
      },
      {
        name: 'last',
        prompt: 'hi',
        command: { name: 'bigmind.showLastTurn', argument: { open: 'text' } },
        calls: [],
        answer: 'Hello.',
      },
    ]);
    const settings = {
      ...userFilesWithModel['settings.json'],
      'bigmind.capture.enabled': true,
      'bigmind.learn.askAssistant': true,
    };
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: { ...userFilesWithModel, 'settings.json': settings },
      env: script.env,
    });
    await waitFor('the chat before the call', 180, () =>
      script.log().find((entry) => entry.event === 'answer' && entry.chat === 'before'),
    );
    await window.bigmind('save', trap, '--type', 'bug');
    await window.bigmind('save', convention, '--type', 'convention');
    script.say('saved');
    await waitFor('the end of the chats', 180, () => {
      const failed = script.log().find((entry) => entry.event === 'failed');
      if (failed) throw new Error(failed.error);
      return script.log().find((entry) => entry.event === 'done');
    });
    await takeScreenshot(window.page, 'unasked-lines');
  });

  after(() => window.close());

  const textsOf = (chat: string): string[] =>
    requestsOf(script, chat)
      .filter(({ tools }) => tools.length > 0)
      .map(textOf);

  it('gets what an earlier one about the same matter concluded, and no other chat does', () => {
    const quoted = /- \[user said\] [^\n]*exactly 7 attempts/u;
    const asked = textsOf('symptom')[0] ?? '';
    assert.match(asked, quoted);
    assert.equal(asked.match(/exactly 7 attempts/gu)?.length, 1, asked);
    for (const chat of ['long', 'last']) assert.doesNotMatch(textsOf(chat)[0] ?? '', quoted, chat);
  });

  it('gets what is known about a symbol when its assistant is about to write it', () => {
    const said = textsOf('call').map((text) => text.split('the crane drops the eighth box').length - 1);
    assert.deepEqual(said, [0, 1]);
  });

  it('tells its sub-agent what applies to all work in the project', () => {
    const ofSubAgent = textsOf('delegating').filter((text) => text.includes(task));
    assert.equal(ofSubAgent.length, 1, textsOf('delegating').join('\n\n'));
    const [, ...blocks] = (ofSubAgent[0] ?? '').split('<bigmind-context>');
    assert.equal(blocks.length, 1, ofSubAgent[0]);
    assert.ok(blocks[0]?.includes(convention), ofSubAgent[0]);
  });

  it('shows why each line came, and learns from one click that it was useful', async () => {
    await runCommand(window.page, 'BigMind: Show Last Turn');
    const rows = window.page.locator('.quick-input-list .monaco-list-row');
    const row = rows.filter({ hasText: 'the crane drops' }).filter({ hasText: 'wharflimit' }).first();
    await row.waitFor();
    await row.hover();
    await takeScreenshot(window.page, 'last-turns');
    await row.getByRole('button', { name: 'Useful', exact: true }).click();
    await waitFor('the feedback', 20, async () => {
      const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
        tables: { muted_memories: { feedback: string | null }[] };
      };
      return tables.muted_memories.find(({ feedback }) => feedback === 'useful');
    });
    await window.page.keyboard.press('Escape');
  });

  it('has its assistant asked once to save what a longer one taught', () => {
    assert.equal(textsOf('long').filter((text) => text.includes(question)).length, 1);
    for (const chat of ['rule', 'symptom', 'last']) {
      assert.ok(
        textsOf(chat).every((text) => !text.includes(question)),
        chat,
      );
    }
  });

  it('has no question of BigMind among the recorded messages', async () => {
    const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
      tables: { messages: { content: string }[] };
    };
    assert.ok(tables.messages.length >= 8);
    assert.ok(tables.messages.every(({ content }) => !content.includes(question)));
  });
});
