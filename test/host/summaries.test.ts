/** Summaries in the background and by the command: which model may be asked, when, and the effects of a faulty one. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { TranscriptItem } from '../../src/memory/archive/transcript.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { createSummarizeSessions } from '../../src/vscode/commands/sessions/summarizeSessions.ts';
import { Confirmations } from '../../src/vscode/platform/confirmations.ts';
import type { Host, Services } from '../../src/vscode/services/host.ts';
import { findModel, languageModelFrom } from '../../src/vscode/platform/languageModels.ts';
import { createLog } from '../../src/vscode/platform/log.ts';
import { Notices } from '../../src/vscode/platform/notices.ts';
import type { ReadOnlyPages } from '../../src/vscode/platform/readOnlyPages.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import { Summarizer } from '../../src/vscode/services/summaries.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { FakeChat, modelsOf, parts } from './fakeChat.ts';
import { run, until, withSetting } from './support.ts';

const answer = JSON.stringify({ headline: 'Told by the model', summary: 'It went well.', topics: ['tests'] });

async function* failing(error: Error): AsyncGenerator<string> {
  yield await Promise.reject<string>(error);
}

async function* endless(): AsyncGenerator<string> {
  for (;;) yield await Promise.resolve('a'.repeat(1_000));
}

async function* silent(): AsyncGenerator<string> {
  yield await new Promise<string>(() => undefined);
}

describe('summaries by a language model', () => {
  const log = createLog();
  after(() => log.dispose());

  let memory: TestMemory;
  let use: <T>(work: (opened: OpenMemory) => Promise<T>) => Promise<T>;
  let chat: FakeChat;
  beforeEach(async () => {
    memory = openTestMemory();
    const caller = await memory.caller();
    const callerIn = (): Promise<typeof caller> => Promise.resolve(caller);
    use = (work) => work({ memory: memory.memory, search: memory.search, caller, callerIn });
    chat = new FakeChat(answer);
  });
  afterEach(() => memory.close());

  const record = async (conversation: string): Promise<void> => {
    const items = ['Cache the search', 'Cached it', 'Test it', 'Tested'].map((content, place): TranscriptItem => {
      const role = place % 2 === 0 ? 'user' : 'assistant';
      const message = { key: String(place), role, type: 'text', content } as const;
      return { position: { offset: place + 1, lastKey: null }, message };
    });
    const head: TranscriptItem = { position: { offset: 0, lastKey: null }, head: { conversation } };
    await use(({ memory: { recording }, caller }) => {
      const callerOf = (): Promise<typeof caller> => Promise.resolve(caller);
      return recording.record([head, ...items], { format: 'claude-code', origin: 'live', path: null, callerOf });
    });
    memory.pass(1);
  };
  const headlines = async (): Promise<string[]> =>
    use(async ({ memory: { sessions }, caller }) => {
      const listed = await sessions.list(caller, { scope: 'all', limit: 9 });
      return listed.sessions.map(({ oneLiner }) => oneLiner);
    });
  const waiting = (): Promise<number> => use(({ memory: { summaries }, caller }) => summaries.countWaiting(caller));

  describe('in the background', () => {
    let warnings: string[];
    let isAllowed: boolean;
    let summarizer: Summarizer | undefined;
    beforeEach(() => {
      warnings = [];
      isAllowed = true;
    });
    afterEach(() => summarizer?.dispose());

    const begin = (models = modelsOf(chat)): void => {
      const note = (text: string): void => void warnings.push(text);
      summarizer = new Summarizer({
        access: { use },
        models,
        log: { info: () => undefined, debug: () => undefined, warn: note },
        isAllowed: () => isAllowed,
        pauseSeconds: 0.005,
      });
    };

    it('are written automatically once nothing more is stored', async () => {
      await record('chat');
      begin();
      await until('a summary is requested', () => chat.requests.length === 1);
      await pause(100);
      assert.deepEqual(await headlines(), ['Told by the model']);
      assert.equal(chat.requests.length, 1);
      assert.deepEqual(warnings, []);
    });

    it('are not requested while the setting is off', async () => {
      await record('chat');
      isAllowed = false;
      begin();
      await pause(100);
      assert.deepEqual(chat.requests, []);
      isAllowed = true;
      await withSetting('summaries.languageModel', true, () =>
        until('a summary is requested', () => chat.requests.length === 1),
      );
    });

    it('are not requested if VS Code would have to ask the user', async () => {
      await record('chat');
      chat.isAllowed = false;
      begin();
      await until('a warning is logged', () => warnings.length > 0);
      await pause(100);
      assert.deepEqual([chat.requests, warnings.length], [[], 1]);
    });

    it('are not requested again from a model that refused, which is logged once', async () => {
      await record('one');
      await record('two');
      chat.answers = () => failing(vscode.LanguageModelError.Blocked('out of quota'));
      begin();
      await until('a warning is logged', () => warnings.length > 0);
      await pause(200);
      assert.deepEqual([chat.requests.length, warnings.length, await waiting()], [1, 1, 2]);
      assert.match(warnings[0] ?? '', /out of quota/u);
    });

    it('stop with the window, even if the model never answers', async () => {
      await record('chat');
      chat.answers = silent;
      begin();
      await until('a summary is requested', () => chat.requests.length === 1);
      summarizer?.dispose();
      await pause(100);
      assert.deepEqual([await waiting(), warnings], [1, []]);
    });
  });

  describe('from a model', () => {
    const requestSummary = (signal?: AbortSignal): Promise<string> => {
      const source = new vscode.CancellationTokenSource();
      return languageModelFrom(chat, source.token).ask('Tell', signal);
    };

    it('are truncated if they do not end', async () => {
      chat.answers = endless;
      const text = await requestSummary();
      assert.ok(text.length > 50_000 && text.length < 60_000);
    });

    it('do no harm, whatever they contain', async () => {
      for (const [place, text] of ['```', '<img src=x onerror=alert(1)>', 'x'.repeat(10_000_000), ''].entries()) {
        await record(`chat ${String(place)}`);
        chat.answers = () => parts(text);
        const report = await use(({ memory: { summaries }, caller }) =>
          summaries.summarizeWaiting(caller, languageModelFrom(chat, new vscode.CancellationTokenSource().token)),
        );
        assert.deepEqual(report, { summarized: 0, refused: 1, kept: 0 });
      }
      assert.deepEqual([...new Set(await headlines())], ['Cache the search']);
    });

    it('end with the reason of the signal when the caller aborts them', async () => {
      chat.answers = silent;
      const controller = new AbortController();
      const asked = requestSummary(controller.signal);
      controller.abort(new Error('enough'));
      await assert.rejects(asked, /enough/u);
      await assert.rejects(requestSummary(controller.signal), /enough/u);
    });

    it('fail permanently or temporarily, depending on the error', async () => {
      chat.answers = () => failing(vscode.LanguageModelError.NoPermissions('no'));
      await assert.rejects(
        requestSummary(),
        (thrown) => thrown instanceof BigMindError && thrown.code === 'provider_refused',
      );
      chat.answers = () => failing(new Error('no network'));
      await assert.rejects(
        requestSummary(),
        (thrown) => thrown instanceof BigMindError && thrown.code === 'provider_down',
      );
    });

    it('use a small model that is allowed, if there is one', async () => {
      const [large, mini] = [new FakeChat(answer, 'Large'), new FakeChat(answer, 'Mini')];
      const tiny = new FakeChat(answer, 'tiny-mini', 1_000);
      const name = async (consent: 'given' | 'to ask'): Promise<string | undefined> =>
        (await findModel(modelsOf(tiny, large, mini), consent))?.name;
      assert.equal(await name('given'), 'Mini');
      mini.isAllowed = false;
      assert.equal(await name('given'), 'Large');
      large.isAllowed = false;
      assert.deepEqual([await name('given'), await name('to ask')], [undefined, 'Mini']);
    });
  });

  describe('by the command', () => {
    const summarize = (argument: object, models = modelsOf(chat)): Promise<unknown> => {
      const host = { languageModels: models } as unknown as Host;
      const access = { use } as unknown as Services['access'];
      const pages = {} as unknown as ReadOnlyPages;
      const confirmations = new Confirmations();
      return createSummarizeSessions({ host, access, notices: new Notices(log), pages, confirmations, log })(argument);
    };

    it('cover all waiting sessions, in as many rounds as necessary', async () => {
      for (const name of ['1', '2', '3', '4', '5', '6', '7']) await record(name);
      assert.deepEqual(await summarize({ yes: true }), { status: 'summarised', told: 7, refused: 0, kept: 0 });
      assert.deepEqual([chat.requests.length, await waiting()], [7, 0]);
      assert.deepEqual(await summarize({ yes: true }), { status: 'nothing' });
    });

    it('report that there is no model', async () => {
      await record('chat');
      assert.deepEqual(await summarize({ yes: true }, modelsOf()), { status: 'no model' });
    });

    it('are not written for an empty store', async () => {
      assert.deepEqual(await run('summariseSessions'), { status: 'nothing' });
    });
  });
});
