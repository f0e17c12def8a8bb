/** The command "Write Syntheses Now": what it shows before, who writes, and what it reports. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { createWriteSyntheses } from '../../src/vscode/commands/graph/writeSyntheses.ts';
import { detailText, doneText } from '../../src/vscode/commands/graph/synthesisTexts.ts';
import { Confirmations } from '../../src/vscode/platform/confirming/confirmations.ts';
import { createLog } from '../../src/vscode/platform/log.ts';
import { Notices } from '../../src/vscode/platform/notices.ts';
import type { ReadOnlyPages } from '../../src/vscode/platform/readOnlyPages.ts';
import type { OpenMemory } from '../../src/vscode/platform/sharedMemory.ts';
import type { Host, Services } from '../../src/vscode/services/host.ts';
import { dailyTokens, mayModelWrite, ModelWriter } from '../../src/vscode/services/sleep/sleepWriter.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';
import { FakeChat, modelsOf } from './fakeChat.ts';
import { run, withSetting } from './support.ts';

const sentences = [{ text: 'The relay retries three times.', sources: [3] }];

describe('writing syntheses now', () => {
  const log = createLog();
  after(() => log.dispose());

  let memory: TestMemory;
  let use: <T>(work: (opened: OpenMemory) => Promise<T>) => Promise<T>;
  let chat: FakeChat;
  beforeEach(async () => {
    memory = openTestMemory('personal', 'native', { density: 3 });
    const caller = await memory.caller();
    const callerIn = (): Promise<typeof caller> => Promise.resolve(caller);
    use = (work) => work({ memory: memory.memory, search: memory.search, caller, callerIn });
    chat = new FakeChat(JSON.stringify({ sentences }));
  });
  afterEach(() => memory.close());

  const stateFacts = async (): Promise<void> => {
    for (const fact of ['The relay retries three times.', 'The relay runs once.', 'The relay logs each retry.']) {
      await use(({ memory: { facts }, caller }) => facts.store(caller, { fact, tags: ['relay'], type: 'observation' }));
    }
  };
  const consolidate = (argument: object, models = modelsOf(chat)): Promise<unknown> => {
    const host = { languageModels: models, clock: memory.ports.clock } as unknown as Host;
    const access = { use } as unknown as Services['access'];
    const pages = {} as unknown as ReadOnlyPages;
    const confirmations = new Confirmations();
    return createWriteSyntheses({ host, access, notices: new Notices(log), pages, confirmations, log })(argument);
  };

  it('writes by the rule, and asks no model', async () => {
    await stateFacts();
    const report = await consolidate({ by: 'rule' });
    assert.deepEqual(report, { status: 'done', due: 1, done: 1, byModel: 0, tokens: 0 });
    assert.deepEqual(chat.requests, []);
    assert.deepEqual(await consolidate({ by: 'rule' }), { status: 'nothing' });
  });

  it('lets the model write if the user chooses it, and reports the tokens', async () => {
    await stateFacts();
    const report = await consolidate({ by: 'model' });
    assert.ok(typeof report === 'object' && report !== null && 'tokens' in report && 'byModel' in report);
    assert.deepEqual([report.byModel, chat.requests.length], [1, 1]);
    assert.ok(Number(report.tokens) > 0);
  });

  it('writes by the rule if there is no model, or its limit is 0', async () => {
    await stateFacts();
    await withSetting('sleep.dailyTokens', 0, async () => {
      const report = await consolidate({ by: 'model' });
      assert.deepEqual(report, { status: 'done', due: 1, done: 1, byModel: 0, tokens: 0 });
    });
    assert.deepEqual(chat.requests, []);
  });

  it('reports how far another process is', async () => {
    await stateFacts();
    let seen: unknown;
    await use(({ memory: { consolidation }, caller }) =>
      consolidation.run(caller, {
        shouldContinue: async ({ done }) => {
          if (done > 0) seen = await consolidate({ by: 'rule' });
          return true;
        },
      }),
    );
    assert.deepEqual(seen, { status: 'running', due: 1, done: 0 });
  });

  it('has nothing to do in an empty store', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'bigmind-syntheses-')), 'memory.db');
    await withSetting('storage.path', file, async () => {
      assert.deepEqual(await run('consolidateNow'), { status: 'nothing' });
    });
  });

  describe('shows', () => {
    const preview = { due: 12, tokens: 34_000, usedTokens: 500 };
    const model = { name: 'Fake', dailyTokens: 20_000, isAllowed: false };

    it('what a model would cost, and the limit', () => {
      const text = detailText(preview, model);
      for (const part of [/Fake/u, /34,000/u, /20,000/u, /\b500\b/u, /bigmind\.sleep\.languageModel/u]) {
        assert.match(text, part);
      }
      assert.doesNotMatch(detailText(preview, { ...model, isAllowed: true }), /bigmind\.sleep/u);
    });

    it('no cost without a model, and that a limit is reached', () => {
      assert.doesNotMatch(detailText(preview, undefined), /tokens/u);
      const full = detailText({ ...preview, usedTokens: 20_000 }, model);
      assert.match(full, /20,000 of 20,000/u);
      assert.doesNotMatch(full, /34,000/u);
    });

    it('what was written by whom, what it cost, and why a model did not write', () => {
      const written = ['relay', 'queue'].map((name) => ({ name, project: null, sources: 5 }));
      const model = { byModel: 1, tokens: 1_200, notice: 'No answer.' };
      const report = { outcome: 'done' as const, due: 3, done: 2, written, ...model };
      assert.equal(
        doneText(report),
        'Syntheses written: 2. By the language model: 1, with 1,200 tokens. Changed in the meantime, for the next run: 1. No answer.',
      );
      assert.equal(doneText({ ...report, outcome: 'cancelled', tokens: 0 }), 'Canceled. Syntheses written: 2 of 3.');
    });
  });

  describe('in the background', () => {
    it('uses a model only with the consent of the user, of VS Code, and within a limit', async () => {
      const writer = new ModelWriter(modelsOf(chat));
      assert.deepEqual([mayModelWrite(), dailyTokens(), await writer.find()], [false, 20_000, undefined]);
      await withSetting('sleep.languageModel', true, async () => {
        assert.equal((await writer.find())?.model.name, 'Fake (tests)');
        await withSetting('sleep.dailyTokens', 0, async () => assert.equal(await writer.find(), undefined));
        chat.isAllowed = false;
        assert.equal(await writer.find(), undefined);
      });
    });

    it('ends a request with the window', async () => {
      const writer = new ModelWriter(modelsOf(chat));
      await withSetting('sleep.languageModel', true, async () => {
        const found = await writer.find();
        writer.dispose();
        await assert.rejects(found?.model.ask('Write') ?? Promise.resolve(), vscode.CancellationError);
      });
    });
  });
});
