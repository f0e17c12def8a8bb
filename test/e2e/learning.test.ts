/**
 * A command lets a language model of VS Code learn from recorded sessions, after one question; the page then shows what
 * was learned. A session that the agent summarized keeps its headline. The sessions exist before VS Code starts; the
 * model is scripted and provided through VS Code.
 */
import assert from 'node:assert/strict';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import type { Snapshot } from '../../src/memory/upkeep/snapshot.ts';
import { openTestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';
import { runCommand, webUiFrame } from './webUi.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript } from './scriptedChat.ts';
import type { Script } from './scriptedChat.ts';
import { openTestWindow, waitFor } from './testWindow.ts';
import type { TestWindow } from './testWindow.ts';

const remote = 'https://github.com/acme/rocket';
const byModel = 'The engine test runs on Fridays now';
const byAgent = 'Summarized by the agent';
const sessionSummary = `\`\`\`json\n${JSON.stringify({
  headline: byModel,
  topics: ['engine'],
  outcome: 'It runs.',
  summary: 'The engine test was moved to Fridays. <img src=x onerror="alert(1)">',
  items: [
    {
      ...{ type: 'decision', text: 'The engine test runs on Fridays, no longer on Mondays.', turn: 3 },
      ...{ quote: 'Make it Friday', value: 3, when: ['when the engine test runs'], about: ['engine test'] },
    },
  ],
})}\n\`\`\``;

describe('learning from recorded sessions with a language model', () => {
  let window: TestWindow;
  let script: Script;
  before(async () => {
    script = writeScript([{ name: 'greets', prompt: 'Hello there', calls: [], answer: 'Hello.', sessionSummary }]);
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: userFilesWithModel,
      env: { ...script.env, BIGMIND_USER: 'ada' },
      remote,
      memory: await recordedYesterday(),
    });
    await waitFor('the model', 120, () => script.log().find(({ event }) => event === 'done'));
  });
  after(async () => {
    await takeScreenshot(window.page, 'learning-end');
    await window.close();
  });

  const headlines = async (): Promise<string[]> => {
    const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
      tables: { sessions: { one_liner: string }[] };
    };
    return tables.sessions.map(({ one_liner: headline }) => headline).toSorted();
  };
  const learnRequests = (): string[] =>
    requestsOf(script, 'greets')
      .map(textOf)
      .filter((text) => text.includes('<transcript>\n'));

  const command = 'BigMind: Learn from Recorded Sessions...';
  const pick = (label: string): Promise<void> =>
    window.page.locator('.quick-input-widget').getByText(label, { exact: false }).first().click();

  it('asks no model before the user has chosen one and agreed', async () => {
    await runCommand(window.page, command);
    await pick('Scripted model');
    const question = window.page.getByRole('dialog').filter({ hasText: 'learn from your recorded sessions?' });
    await question.getByText('Sessions that wait now: 2').waitFor();
    await takeScreenshot(window.page, 'learning-question');
    await window.page.keyboard.press('Escape');
    assert.deepEqual(learnRequests(), []);
  });

  it('learns from all sessions once, and shows what was learned', async () => {
    await runCommand(window.page, command);
    await pick('Scripted model');
    await window.page.getByRole('dialog').getByRole('button', { name: 'All Sessions' }).click();
    await waitFor('the headline', 60, async () => ((await headlines()).includes(byModel) ? true : undefined));
    assert.ok((await headlines()).includes(byAgent));
    assert.ok(learnRequests().some((text) => text.includes('User: When does the engine test run?')));
    const asked = learnRequests().length;
    await window.page.getByRole('button', { name: 'Show', exact: true }).click();
    await webUiFrame(window.page, 'no longer on Mondays');
    await takeScreenshot(window.page, 'learning-learned');
    assert.equal(learnRequests().length, asked);
  });
});

/** Two conversations of this project from yesterday; the agent summarized one of them. */
async function recordedYesterday(): Promise<Snapshot> {
  const { memory, caller, pass, close } = openTestMemory();
  const startOfClock = Date.parse('2026-03-30T09:15:00.000Z');
  pass((Date.now() - startOfClock) / 3_600_000 - 24);
  const ada = await caller({ project: { key: 'github.com/acme/rocket', name: 'rocket' } });
  const texts = ['When does the engine test run?', 'On Mondays', 'Make it Friday', 'Moved it to Fridays'];
  await recordChat({ memory }, ada, 'summarized', texts);
  await memory.sessions.end({ ...ada, conversationId: 'summarized' }, { oneLiner: byAgent });
  await recordChat({ memory }, ada, 'recorded', texts);
  const snapshot = await memory.portability.export('ada');
  await close();
  return snapshot;
}
