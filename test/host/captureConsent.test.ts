/** The question about recording: its notification appears once, and only a pressed button is an answer. */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { isCaptureOff } from '../../src/clients/hooks/captureRecord.ts';
import { createLog } from '../../src/vscode/platform/log.ts';
import { NoticeQueue } from '../../src/vscode/platform/noticeQueue.ts';
import { Notices } from '../../src/vscode/platform/notices.ts';
import type { ReadOnlyPages } from '../../src/vscode/platform/readOnlyPages.ts';
import { askForCapture, askedKey } from '../../src/vscode/services/capture/captureConsent.ts';
import { captureSetting, chooseCaptureEverywhere } from '../../src/vscode/services/capture/captureSetting.ts';
import { theExtension, until, withSeparateHome } from './support.ts';

const choose = (value: boolean | undefined, target: vscode.ConfigurationTarget): Thenable<void> =>
  vscode.workspace.getConfiguration('bigmind').update('capture.enabled', value, target);

describe('the consent prompt', () => {
  withSeparateHome();
  let home: string;
  before(async () => {
    home = dirname((await (await theExtension().activate()).runtimeRecord) ?? '');
  });
  /** Restores the choice of the tests' profile, so that the user is not asked. */
  after(() => choose(false, vscode.ConfigurationTarget.Global));
  const isOff = (where: string): boolean => isCaptureOff(home, where);
  let prompts: string[][];
  let shown: string[];
  let memento: Map<string, unknown>;
  let queue: NoticeQueue;
  const requestConsent = (...answers: (string | Promise<string> | undefined)[]): ReturnType<typeof askForCapture> => {
    const log = createLog();
    const preview = (name: string): Promise<void> => Promise.resolve(void shown.push(name));
    const parts = {
      kept: {
        get: (key: string) => memento.get(key),
        update: (key: string, value: unknown) => Promise.resolve(void memento.set(key, value)),
      },
      choose: (on: boolean) => chooseCaptureEverywhere(home, on),
      pages: { preview } as unknown as ReadOnlyPages,
      notices: new Notices(log, queue),
      ask: (question: string, ...buttons: string[]) => {
        prompts.push([question, ...buttons]);
        return Promise.resolve(answers[prompts.length - 1]);
      },
    };
    return askForCapture(parts).finally(() => log.dispose());
  };
  beforeEach(async () => {
    prompts = [];
    shown = [];
    memento = new Map();
    queue = new NoticeQueue();
    await choose(undefined, vscode.ConfigurationTarget.Global);
  });

  it('appears once, and turns recording on after a clear yes', async () => {
    assert.equal(await requestConsent('Turn On'), 'on');
    assert.equal(captureSetting(home).everywhere, true);
    await choose(undefined, vscode.ConfigurationTarget.Global);
    assert.equal(await requestConsent('Turn On'), 'not asked');
    assert.equal(prompts.length, 1);
    assert.deepEqual(prompts[0]?.slice(1), ['Turn On', 'Not Now', 'Show What Is Recorded']);
    assert.equal(captureSetting(home).enabled, false);
  });

  it('leaves recording off after a no, or without an answer', async () => {
    assert.equal(await requestConsent('Not Now'), 'off');
    assert.equal(isOff('/elsewhere'), true);
    assert.equal(captureSetting(home).enabled, false);
    await choose(undefined, vscode.ConfigurationTarget.Global);
    memento.clear();
    prompts = [];
    assert.equal(await requestConsent(undefined), 'no answer');
    assert.deepEqual([captureSetting(home).enabled, captureSetting(home).everywhere], [false, undefined]);
    assert.equal(await requestConsent('Turn On'), 'not asked');
  });

  it('stores an answer only when it is given, however late', async () => {
    let answer: (label: string) => void = () => undefined;
    const late = new Promise<string>((resolve) => (answer = resolve));
    const asking = requestConsent(late);
    await until('the question is shown', () => prompts.length === 1);
    assert.equal(memento.get(askedKey), 'shown');
    answer('Turn On');
    assert.equal(await asking, 'on');
    assert.deepEqual([memento.get(askedKey), captureSetting(home).everywhere], ['on', true]);
  });

  it('waits for the notification before it, and does not appear if the user chose meanwhile', async () => {
    let close: () => void = () => undefined;
    void queue.add(() => new Promise<void>((resolve) => (close = resolve)));
    const asking = requestConsent('Turn On');
    await choose(false, vscode.ConfigurationTarget.Global);
    assert.deepEqual(prompts, []);
    close();
    assert.equal(await asking, 'not asked');
    assert.deepEqual([prompts, memento.get(askedKey)], [[], undefined]);
  });

  it('appears again after the user reads what is recorded', async () => {
    assert.equal(await requestConsent('Show What Is Recorded', 'Turn On'), 'on');
    assert.deepEqual(shown, ['What BigMind records']);
    assert.equal(memento.get(askedKey), 'on');
  });

  it('does not appear if the user has already chosen', async () => {
    await choose(false, vscode.ConfigurationTarget.Global);
    assert.equal(await requestConsent('Turn On'), 'not asked');
    assert.deepEqual(prompts, []);
  });
});
