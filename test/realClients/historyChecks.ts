/**
 * The client's own files as a source of history: found, importable into another store, and nothing new for the store
 * that recorded them.
 */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientHome } from './clientHome.ts';
import { objectsFrom, parseObject } from './model/json.ts';
import { answerOf, chatCount, promptOf } from './recordingChecks.ts';
import { explained, sessionsIn, sessionsWith } from './sessions.ts';
import type { Suite } from './suite.ts';

export function checkHistory({ client, home, verify }: Suite): void {
  const kind = client.importKind;

  it('has a history that bigmind import --list finds', () => assertListed(home(), kind));

  it(`imports ${chatCount} of ${chatCount} chats into another store`, async () => {
    const otherStore = await importIntoOtherStore(home(), kind);
    const missing = Array.from({ length: chatCount }, (_, index) => index + 1).filter((number) => {
      return sessionsWith(home(), [promptOf(number), answerOf(number)], otherStore).length !== 1;
    });
    assert.deepEqual(missing, [], 'These chats are missing or were imported more than once.');
    verify('history');
  });

  it('imports nothing new into the store that recorded it', async () => {
    const count = (): unknown =>
      home().rows('SELECT count(*) AS messages, count(DISTINCT session_id) AS s FROM messages');
    const [before, sessions] = [count(), sessionsIn(home()).length];
    const { code, out, err } = await home().bigmind(['import', kind]);
    assert.equal(code, 0, out + err);
    assert.deepEqual(count(), before, `Messages were added.\n${out}${explained(home())}`);
    assert.equal(sessionsIn(home()).length, sessions, `A session was added.\n${out}${explained(home())}`);
  });
}

/** For a client that records nothing: its chats arrive only by import. */
export function checkOwnHistory({ client, home, verify }: Suite): void {
  it('has a history that can be imported', async () => {
    const prompt = promptOf(1);
    await home().chat(prompt, { steps: [{ say: answerOf(1) }] });
    await assertListed(home(), client.importKind);
    const otherStore = await importIntoOtherStore(home(), client.importKind);
    assert.equal(sessionsWith(home(), [prompt, answerOf(1)], otherStore).length, 1);
    verify('history');
  });
}

async function assertListed(home: ClientHome, kind: string): Promise<void> {
  const { code, out, err } = await home.bigmind(['import', '--list', '--json']);
  assert.equal(code, 0, out + err);
  const kinds = new Set(objectsFrom(parseObject(out)['sources']).map((source) => source['kind']));
  assert.deepEqual([...kinds], [kind], 'The files of one client are the history of that client only.');
}

/** Returns the folder of the store that it imports into. */
async function importIntoOtherStore(home: ClientHome, kind: string): Promise<string> {
  const otherStore = mkdtempSync(join(home.folder, 'elsewhere '));
  const { code, out, err } = await home.bigmind(['import', kind], { BIGMIND_HOME: otherStore });
  assert.equal(code, 0, out + err);
  return otherStore;
}
