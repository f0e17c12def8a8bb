/** Learning in the background and by the command: which model may be asked, when, and the effects of a faulty one. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { LearnSettings } from '../../src/distill/settings/learnSettings.ts';
import { learnerFrom, type LearnReport } from '../../src/memory/learn/learner.ts';
import { BigMindError } from '../../src/memory/shared/errors.ts';
import { createLearn } from '../../src/vscode/commands/learn/learnFromSessions.ts';
import { Confirmations } from '../../src/vscode/platform/confirming/confirmations.ts';
import { findModel, languageModelFrom } from '../../src/vscode/platform/languageModels.ts';
import { createLog } from '../../src/vscode/platform/log.ts';
import { Notices } from '../../src/vscode/platform/notices.ts';
import type { ReadOnlyPages } from '../../src/vscode/platform/readOnlyPages.ts';
import { chosenVariables } from '../../src/vscode/platform/settings.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import type { Host, Services } from '../../src/vscode/services/host.ts';
import { BackgroundLearner } from '../../src/vscode/services/learning/backgroundLearner.ts';
import { chosenModel, onlyVscode } from '../../src/vscode/services/learning/learnModels.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';
import { FakeChat, modelsOf, parts } from './fakeChat.ts';
import { run, until, withSetting } from './support.ts';

const item = {
  ...{ type: 'decision', text: 'The search answers from a cache because it was slow.', turn: 1 },
  ...{ quote: 'Cache the search', value: 2, when: [], about: [] },
};
const answer = JSON.stringify({ headline: 'By the model', summary: 'It went well.', topics: ['tests'], items: [item] });
const off: LearnSettings = {
  ...{
    choice: 'off',
    command: undefined,
    model: undefined,
    url: undefined,
    key: undefined,
    asksToSave: false,
    histories: 'learned',
    dailyTokens: 200_000,
  },
};
const byVscode: LearnSettings = { ...off, choice: 'vscode' };

async function* failing(error: Error): AsyncGenerator<string> {
  yield await Promise.reject<string>(error);
}

async function* endless(): AsyncGenerator<string> {
  for (;;) yield await Promise.resolve('a'.repeat(1_000));
}

async function* silent(): AsyncGenerator<string> {
  yield await new Promise<string>(() => undefined);
}

describe('learning from recorded sessions', () => {
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
    await recordChat(memory, await memory.caller(), conversation, [
      'Cache the search',
      'Cached it',
      'Test it',
      'Tested',
    ]);
    memory.pass(1);
  };
  const learned = (): Promise<string[]> =>
    use(async ({ memory: { learning }, caller }) => {
      const { facts } = await learning.list(caller, { scope: 'all', limit: 9 });
      return facts.map(({ fact }) => fact);
    });
  const waiting = async (): Promise<number> =>
    use(async ({ memory: { learning }, caller }) => (await learning.preview(caller, { projects: 'all' })).sessions);

  describe('in the background', () => {
    let warnings: string[];
    let settings: LearnSettings;
    let learner: BackgroundLearner | undefined;
    beforeEach(() => {
      warnings = [];
      settings = byVscode;
    });
    afterEach(() => learner?.dispose());

    const begin = (models = modelsOf(chat)): void => {
      const note = (text: string): void => void warnings.push(text);
      learner = new BackgroundLearner({
        access: { use },
        log: { info: () => undefined, debug: () => undefined, warn: note },
        isOn: () => settings.choice !== 'off',
        dailyTokens: () => settings.dailyTokens,
        find: () => chosenModel({ learning: onlyVscode(() => settings), languageModels: models }, 'given'),
        pauseSeconds: 0.005,
      });
    };

    it('asks once nothing more is stored, and once only', async () => {
      await record('chat');
      begin();
      await until('the model is asked', () => chat.requests.length === 1);
      await pause(100);
      assert.deepEqual(await learned(), [item.text]);
      assert.equal(chat.requests.length, 1);
      assert.deepEqual(warnings, []);
    });

    it('asks nobody while it is off, and begins when a model is chosen', async () => {
      await record('chat');
      settings = off;
      begin();
      await pause(100);
      assert.deepEqual(chat.requests, []);
      settings = byVscode;
      await withSetting('learn.with', 'vscode', () => until('the model is asked', () => chat.requests.length === 1));
    });

    it('asks nobody if VS Code would have to ask the user', async () => {
      await record('chat');
      chat.isAllowed = false;
      begin();
      await until('a warning is logged', () => warnings.length > 0);
      await pause(100);
      assert.deepEqual([chat.requests, warnings.length], [[], 1]);
    });

    it('leaves a model alone that refused, which is logged once', async () => {
      await record('one');
      await record('two');
      chat.answers = () => failing(vscode.LanguageModelError.Blocked('out of quota'));
      begin();
      await until('a warning is logged', () => warnings.length > 0);
      assert.deepEqual([chat.requests.length, warnings.length, await waiting()], [1, 1, 2]);
      assert.match(warnings[0] ?? '', /out of quota/u);
    });

    it('spends no more than the tokens of a day', async () => {
      await record('chat');
      settings = { ...byVscode, dailyTokens: 10 };
      begin();
      await until('a warning is logged', () => warnings.length > 0);
      assert.deepEqual([chat.requests, await waiting()], [[], 1]);
    });

    it('stops with the window without a word, even if the model never answers', async () => {
      await record('chat');
      chat.answers = silent;
      begin();
      await until('the model is asked', () => chat.requests.length === 1);
      learner?.dispose();
      await pause(100);
      assert.deepEqual([await waiting(), warnings], [1, []]);
    });
  });

  describe('with a model', () => {
    const ask = (signal?: AbortSignal): Promise<string> => languageModelFrom(chat).ask('Learn', signal);

    it('cuts off an answer that does not end', async () => {
      chat.answers = endless;
      const text = await ask();
      assert.ok(text.length > 50_000 && text.length < 60_000);
    });

    it('invents nothing from an answer, whatever it contains', async () => {
      for (const [place, text] of ['```', '<img src=x onerror=alert(1)>', 'x'.repeat(10_000_000), ''].entries()) {
        await record(`chat ${String(place)}`);
        chat.answers = () => parts(text);
        await use(({ memory: { learning }, caller }) =>
          learning.run(caller, learnerFrom(languageModelFrom(chat)), { projects: 'all' }, { dailyTokens: 1_000_000 }),
        );
      }
      assert.deepEqual(await learned(), []);
    });

    it('ends a cancelled run quietly', async () => {
      await record('chat');
      chat.answers = silent;
      const controller = new AbortController();
      const asked = use(({ memory: { learning }, caller }) =>
        learning.run(
          caller,
          learnerFrom(languageModelFrom(chat)),
          { projects: 'all' },
          { dailyTokens: 1_000_000, signal: controller.signal },
        ),
      );
      await until('the model is asked', () => chat.requests.length === 1);
      controller.abort();
      const { outcome, notice } = (await asked) as LearnReport;
      assert.deepEqual([outcome, notice, await waiting()], ['cancelled', undefined, 1]);
    });

    it('ends a request with the reason of the signal when the caller aborts it', async () => {
      chat.answers = silent;
      const controller = new AbortController();
      const asked = ask(controller.signal);
      controller.abort(new Error('enough'));
      await assert.rejects(asked, /enough/u);
      await assert.rejects(ask(controller.signal), /enough/u);
    });

    it('fails permanently or temporarily, depending on the error', async () => {
      chat.answers = () => failing(vscode.LanguageModelError.NoPermissions('no'));
      await assert.rejects(ask(), (thrown) => thrown instanceof BigMindError && thrown.code === 'provider_refused');
      chat.answers = () => failing(new Error('no network'));
      await assert.rejects(ask(), (thrown) => thrown instanceof BigMindError && thrown.code === 'provider_down');
    });

    it('uses a small model that is allowed, if there is one, or the one that is named', async () => {
      const [large, mini] = [new FakeChat(answer, 'Large'), new FakeChat(answer, 'Mini')];
      const tiny = new FakeChat(answer, 'tiny-mini', 1_000);
      const name = async (consent: 'given' | 'to ask', id?: string): Promise<string | undefined> =>
        (await findModel(modelsOf(tiny, large, mini), consent, id))?.name;
      assert.equal(await name('given'), 'Mini');
      assert.equal(await name('given', 'Large'), 'Large');
      mini.isAllowed = false;
      assert.equal(await name('given'), 'Large');
      assert.equal(await name('given', 'Mini'), undefined);
      large.isAllowed = false;
      assert.deepEqual([await name('given'), await name('to ask')], [undefined, 'Mini']);
    });
  });

  describe('by the command', () => {
    const learn = (argument: object, models = modelsOf(chat), settings = byVscode): Promise<unknown> => {
      const learning = onlyVscode(() => settings);
      const clock = { now: () => new Date('2026-04-10T09:15:00.000Z'), timeZone: 'UTC' };
      const host = { kind: 'node', languageModels: models, learning, clock } as unknown as Host;
      const access = { use } as unknown as Services['access'];
      const pages = {} as unknown as ReadOnlyPages;
      const confirmations = new Confirmations();
      return createLearn({ host, access, notices: new Notices(log), pages, confirmations, log })(argument);
    };
    const statusOf = async (outcome: Promise<unknown>): Promise<unknown> =>
      ((await outcome) as { status: string }).status;

    it('covers all waiting sessions', async () => {
      for (const name of ['1', '2', '3']) await record(name);
      const outcome = (await learn({ sessions: 'all' })) as Record<string, unknown>;
      assert.deepEqual([outcome['status'], outcome['sessions'], outcome['learned']], ['learned', 3, 1]);
      assert.deepEqual([chat.requests.length, await waiting()], [3, 0]);
      assert.deepEqual(await learn({ sessions: 'all' }), { status: 'nothing' });
    });

    it('stores the choice, and leaves out the history if the user wants only new sessions', async () => {
      await record('old');
      try {
        assert.deepEqual(await learn({ with: 'vscode', sessions: 'none' }, modelsOf(chat), off), { status: 'nothing' });
        assert.equal(chosenVariables()['BIGMIND_LEARN'], 'vscode');
      } finally {
        await vscode.workspace.getConfiguration('bigmind').update('learn.with', undefined, true);
      }
      assert.deepEqual([chat.requests, await waiting()], [[], 0]);
      assert.equal(await statusOf(learn({ sessions: 'all' })), 'learned');
    });

    it('says that there is no model', async () => {
      await record('chat');
      await assert.rejects(learn({ sessions: 'project' }, modelsOf()), /not available or not allowed/u);
      assert.equal(await waiting(), 1);
    });

    it('keeps its former name', async () => {
      const argument = { with: 'off' };
      assert.deepEqual(await run('summariseSessions', argument), { status: 'off' });
      assert.deepEqual(await run('learn', argument), { status: 'off' });
      await vscode.workspace.getConfiguration('bigmind').update('learn.with', undefined, true);
    });
  });
});
