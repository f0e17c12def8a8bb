/**
 * Several clients with separate homes, one project and one store. What two of them do at once is all stored, and each
 * client gets what another one stored. The next chat of another client recovers a killed chat.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientHome, textOf } from './clientHome.ts';
import type { Chat } from './clientHome.ts';
import { allClients } from './clients.ts';
import { stringFrom } from './model/json.ts';
import { assertOneForEachChat, explained, sessionsWith, untilRecorded } from './sessions.ts';

const recordingClients = allClients.filter(({ hasHooks }) => hasHooks);

describe('clients that share a store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bigmind shared mëmory '));
  const shared = { memory: join(folder, 'memory'), project: join(folder, 'a project ü') };
  const homes: ClientHome[] = [];
  before(async () => {
    for (const client of recordingClients) homes.push(await ClientHome.open(client, shared));
  });
  after(async () => {
    for (const home of homes) await home.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  });
  /** The home after this one; after the last one, the first. */
  const nextTo = (index: number): ClientHome => {
    const next = homes[(index + 1) % homes.length];
    assert.ok(next !== undefined);
    return next;
  };

  it('loses nothing when two clients chat at the same time', async () => {
    const expected: string[] = [];
    for (const [index, home] of homes.entries()) {
      const pair = [home, nextTo(index)];
      const chats = await Promise.all(pair.map((one) => storeFact(one, `STOAT${index}${one.client.name}`)));
      for (const [place, chat] of chats.entries()) {
        const one = pair[place] ?? home;
        assert.equal(chat.code, 0, explained(one, chat));
        expected.push(factOf(`STOAT${index}${one.client.name}`));
        await untilRecorded(one, [chat.prompt], chat);
      }
    }
    const [first] = homes;
    assert.ok(first !== undefined);
    const facts = first.rows('SELECT fact FROM facts').map(({ fact }) => stringFrom(fact));
    assert.deepEqual(facts.toSorted(), expected.toSorted(), explained(first));
    assertOneForEachChat(homes);
    assert.deepEqual(first.rows('PRAGMA integrity_check'), [{ integrity_check: 'ok' }]);
  });

  it('sends each client what the others stored', async () => {
    for (const [index, home] of homes.entries()) {
      const chat = await home.chat(`What is new for ${home.client.name} today?`);
      const others = factOf(`STOAT${index}${nextTo(index).client.name}`);
      assert.ok(
        textOf(chat.first).includes(others),
        `${home.client.title} did not get the fact.${explained(home, chat)}`,
      );
    }
  });

  for (const [index, client] of recordingClients.entries()) {
    const other = recordingClients[(index + 1) % recordingClients.length];
    it(`recovers a killed chat of ${client.title} at the next chat of ${other?.title ?? 'another'}`, async () => {
      const [home, next] = [homes[index], nextTo(index)];
      assert.ok(home !== undefined);
      const prompt = `The QUOKKA import of ${client.name} hangs on empty files.`;
      await home.killedChat(prompt);
      const chat = await next.chat(`What is next after ${client.name}?`);
      await untilRecorded(next, [prompt], chat);
      assert.equal(sessionsWith(next, [prompt]).length, 1, `The chat is recorded more than once.${explained(next)}`);
    });
  }

  it('logs only slow hooks', () => assert.deepEqual(homes[0]?.problemsOfHooks(), []));
});

/** Distinct enough that no fact counts as a repetition of another. */
function factOf(word: string): string {
  return `The ${word} service is deployed by its own team.`;
}

function storeFact(home: ClientHome, word: string): Promise<Chat> {
  const input = { fact: factOf(word), category: 'decision' };
  const steps = [{ call: 'memory_store_fact', input }, { say: 'It is stored.' }];
  return home.chatWithTools(`Remember who deploys ${word}, please.`, { steps });
}
