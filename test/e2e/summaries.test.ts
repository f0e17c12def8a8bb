/**
 * A command gives a recorded session its headline from a language model of VS Code; a session that the agent summarized
 * keeps its own. The sessions exist before VS Code starts; the model is scripted and provided through VS Code.
 */
import assert from 'node:assert/strict';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { Snapshot } from '../../src/memory/upkeep/snapshot.ts';
import { openTestMemory } from '../support/memory.ts';
import { runCommand } from './webUi.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, writeScript } from './scriptedChat.ts';
import type { Script } from './scriptedChat.ts';
import { openTestWindow, waitFor } from './testWindow.ts';
import type { TestWindow } from './testWindow.ts';

const remote = 'https://github.com/acme/rocket';
const byModel = 'The engine test runs on Fridays now';
const byAgent = 'Told by the agent';
const sessionSummary = `\`\`\`json\n${JSON.stringify({
  headline: byModel,
  topics: ['engine'],
  outcome: 'It runs.',
  summary: 'The engine test was moved to Fridays. <img src=x onerror="alert(1)">',
  key_facts: ['The engine test runs on Fridays.'],
})}\n\`\`\``;

describe('summaries of recorded sessions by a language model', () => {
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
    await takeScreenshot(window.page, 'summaries-end');
    await window.close();
  });

  const headlines = async (): Promise<string[]> => {
    const { tables } = JSON.parse(await window.bigmind('export', '--json')) as {
      tables: { sessions: { one_liner: string }[] };
    };
    return tables.sessions.map(({ one_liner: headline }) => headline).toSorted();
  };
  const summaryRequests = (): string[] =>
    requestsOf(script, 'greets')
      .map(textOf)
      .filter((text) => text.includes('<transcript>\n'));

  it('asks no model while the setting is off and the user has not agreed', async () => {
    await runCommand(window.page, 'BigMind: Summarize Recorded Sessions Now');
    await window.page.getByRole('dialog').getByText('Summarize recorded sessions with Scripted model (1)?').waitFor();
    await takeScreenshot(window.page, 'summaries-question');
    await window.page.keyboard.press('Escape');
    assert.deepEqual(summaryRequests(), []);
  });

  it('replaces the headline from a rule with the headline of the model once', async () => {
    await runCommand(window.page, 'BigMind: Summarize Recorded Sessions Now');
    await window.page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await waitFor('the headline', 60, async () => ((await headlines()).includes(byModel) ? true : undefined));
    assert.ok((await headlines()).includes(byAgent));
    assert.equal(summaryRequests().length, 1);
    assert.ok(summaryRequests()[0]?.includes('User: When does the engine test run?'));
    await runCommand(window.page, 'BigMind: Summarize Recorded Sessions Now');
    await window.page.getByText('No recorded session in this project needs a summary.').first().waitFor();
    assert.equal(summaryRequests().length, 1);
  });
});

/** Two conversations of this project from yesterday; the agent summarized one of them. */
async function recordedYesterday(): Promise<Snapshot> {
  const { memory, caller, pass, close } = openTestMemory();
  const startOfClock = Date.parse('2026-03-30T09:15:00.000Z');
  pass((Date.now() - startOfClock) / 3_600_000 - 24);
  const ada = await caller({ project: { key: 'github.com/acme/rocket', name: 'rocket' } });
  await record('told', ada);
  await memory.sessions.end({ ...ada, conversationId: 'told' }, { oneLiner: byAgent });
  await record('untold', ada);
  const snapshot = await memory.portability.export('ada');
  await close();
  return snapshot;

  async function record(conversation: string, by: Caller): Promise<void> {
    const texts = ['When does the engine test run?', 'On Mondays', 'Make it Friday', 'Moved it to Fridays'];
    const items = texts.map((content, place): TranscriptItem => {
      const role = place % 2 === 0 ? 'user' : 'assistant';
      const message = { key: String(place), role, type: 'text', content } as const;
      return { position: { offset: place + 1, lastKey: null }, message };
    });
    const head: TranscriptItem = { position: { offset: 0, lastKey: null }, head: { conversation } };
    const callerOf = (): Promise<Caller> => Promise.resolve(by);
    await memory.recording.record([head, ...items], { format: 'claude-code', origin: 'live', path: null, callerOf });
  }
}
