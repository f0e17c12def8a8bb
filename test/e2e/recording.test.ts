/**
 * Recording in Copilot Chat's agent mode: the model never calls a tool that stores anything, yet the chat is in the
 * memory afterwards and the next chat starts with it. Only the model is scripted.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { takeScreenshot } from '../../scripts/lib/hostWindow.ts';
import { openPanel } from './webUi.ts';
import { continuation, holdChats, privateName, scriptOfChats, secret, transcriptsOf } from './recordedChats.ts';
import { modelVsix, requestsOf, textOf, userFilesWithModel, type Script } from './scriptedChat.ts';
import { goTo } from './shownViews.ts';
import { openTestWindow, type TestWindow } from './testWindow.ts';

interface Exported {
  sessions: { id: string; one_liner: string | null; origin: string }[];
  conversation_chunks: { session_id: string; content: string; flag_reason: string }[];
  heaps: { session_id: string; type: string; continuation: string | null }[];
  messages: { session_id: string; content: string }[];
}

describe('recording in agent mode', () => {
  let window: TestWindow;
  let script: Script;
  let exported: Exported;

  before(async function () {
    this.timeout(600_000);
    script = scriptOfChats();
    const settings = { ...userFilesWithModel['settings.json'], 'bigmind.capture.enabled': true };
    window = await openTestWindow({
      extensions: [modelVsix],
      copyInstall: true,
      userFiles: { ...userFilesWithModel, 'settings.json': settings },
      env: script.env,
    });
    await holdChats(window, script);
    ({ tables: exported } = JSON.parse(await window.bigmind('export', '--json')) as { tables: Exported });
  });

  after(async () => {
    await takeScreenshot(window.page, 'recording-end');
    await window.close();
  });

  it('stores each chat as one session under its own id, with a headline about its topic', () => {
    const session = exported.sessions.find(({ id }) => id === idOf('Which vector store'));
    assert.match(session?.one_liner ?? '', /vector store/u);
    const headlines = exported.sessions.map(({ one_liner: headline }) => headline);
    assert.ok(headlines.every((headline) => headline !== null && headline !== ''));
    assert.equal(new Set(exported.sessions.map(({ id }) => id)).size, exported.sessions.length);
    assert.equal(exported.sessions.length, transcriptsOf(window).length - 1, JSON.stringify(exported.sessions));
  });

  it('finds what was said', async () => {
    const found = JSON.parse(await window.bigmind('search', '--json', 'HNSW index')) as {
      results: { text: string; sessionId: string }[];
    };
    const result = found.results.find(({ text }) => text.includes('Added an HNSW index'));
    assert.equal(result?.sessionId, idOf('Please add an index'), JSON.stringify(found));
  });

  it('stores a decision word for word when a rule detects it', () => {
    const chunks = exported.conversation_chunks.filter(({ session_id: id }) => id === idOf('Which vector store'));
    assert.ok(
      chunks.some(({ content }) => content.includes('We decided to use pgvector instead of Qdrant')),
      JSON.stringify(chunks),
    );
  });

  it('gives the recorded chat to the next one as context', () => {
    const [first] = requestsOf(script, 'knows').filter(({ tools }) => tools.length > 0);
    assert.ok(first);
    assert.match(textOf(first), /<bigmind-context>[^]*vector store[^]*<\/bigmind-context>/u);
  });

  it('warns the model before a rejected approach is tried again', () => {
    const [first] = requestsOf(script, 'repeats').filter(({ tools }) => tools.length > 0);
    assert.ok(first);
    const warning =
      /rejected, reversed or rated badly before[^]*"MongoDB for the orders of the shop" was rejected on[^]*Chosen instead: Keep the orders/u;
    assert.match(textOf(first), warning);
  });

  it('stores neither secrets nor text inside private tags', () => {
    for (const file of globSync('**/*', { cwd: window.home }).map((name) => join(window.home, name))) {
      if (!statSync(file).isFile()) continue;
      const bytes = readFileSync(file);
      assert.equal(bytes.includes(secret), false, file);
      assert.equal(bytes.includes(privateName), false, file);
    }
  });

  it('does not record the context that it added to the chat', () => {
    assert.deepEqual(
      exported.messages.filter(({ content }) => content.includes('bigmind-context')),
      [],
    );
  });

  it('records a compaction, and gives its summary to an agent that asks for it', () => {
    const types = exported.heaps.filter(({ session_id: id }) => id === idOf('Import the catalogue'));
    assert.ok(
      types.some(({ type }) => type === 'POST_COMPACTING'),
      JSON.stringify(exported.heaps),
    );
    const answers = requestsOf(script, 'recovers').map(textOf);
    assert.ok(
      answers.some((text) => text.includes(continuation)),
      answers.at(-1),
    );
  });

  it('gives a compacted chat its context again', () => {
    const said = requestsOf(script, 'goes on').map(({ messages }) => JSON.stringify(messages.at(-1)));
    assert.ok(
      said.some((text) => /bigmind-context.*This conversation was compacted/u.test(text)),
      said.join('\n'),
    );
  });

  it('lets the chat continue without a store, and logs the problem', () => {
    assert.ok(script.log().some((entry) => entry.event === 'answer' && entry.chat === 'has no store'));
    assert.match(readFileSync(join(window.home, 'hooks.log'), 'utf8'), /memory\.db/u);
  });

  it('records what was said in the meantime once the store is back', () => {
    const texts = exported.messages.map(({ content }) => content);
    assert.equal(texts.filter((text) => text.includes('The sign is vermilion')).length, 1);
    assert.equal(texts.filter((text) => text.includes('The letters are white')).length, 1);
  });

  it('records nothing in a workspace where it is turned off', () => {
    assert.ok(script.log().some((entry) => entry.event === 'answer' && entry.chat === 'is not recorded'));
    assert.ok(!JSON.stringify(exported).includes('xylophone'));
    const [first] = requestsOf(script, 'is not recorded').filter(({ tools }) => tools.length > 0);
    assert.ok(first && !textOf(first).includes('<bigmind-context>'));
  });

  it('shows the recorded sessions in the panel', async () => {
    const panel = await openPanel(window);
    await goTo(panel, 'Sessions', /\d sessions/u);
    await takeScreenshot(window.page, 'recording-sessions');
    await panel.getByRole('option', { name: /vector store/u }).click();
    await panel.getByRole('heading', { name: /vector store/u }).waitFor();
    await takeScreenshot(window.page, 'recording-session');
  });

  /** The id of the chat whose transcript contains these words. */
  function idOf(words: string): string | undefined {
    return transcriptsOf(window).find(({ text }) => text.includes(words))?.id;
  }
});
