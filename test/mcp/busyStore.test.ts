/**
 * Reads continue while another program writes to the store, and when the store cannot be written at all; through a real
 * client.
 */
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { openChat } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a tool that reads', () => {
  let home: TemporaryHome;
  let chat: Chat;
  let other: DatabaseSync;
  beforeEach(async () => {
    home = temporaryHome();
    chat = await openChat(home);
    await chat.call('memory_store_fact', { category: 'decision', fact: 'We deploy on Thursdays.' }, 'chat');
    other = new DatabaseSync(home.database);
    // Long enough ago that the next call records activity in the conversation.
    const longAgo = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-20 minutes')`;
    other.exec(`UPDATE sessions SET started_at = ${longAgo}, last_active_at = ${longAgo}`);
  });
  afterEach(async () => {
    if (other.isTransaction) other.exec('ROLLBACK');
    other.close();
    await chat.close();
    home.remove();
  });

  const assertFound = async (): Promise<void> => {
    const answer = await chat.call('memory_search', { query: 'deploy' }, 'chat');
    assert.ok(!answer.isError && answer.text.includes('Thursdays'), answer.text);
  };

  it('does not wait for a writer', async () => {
    other.exec('BEGIN IMMEDIATE');
    const began = performance.now();
    await assertFound();
    assert.ok(performance.now() - began < 20_000);
  });

  it('answers even if the store rejects writes', async () => {
    other.exec(`CREATE TRIGGER full BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'disk is full'); END`);
    await assertFound();
    other.exec('DROP TRIGGER full');
    await assertFound();
    const recentActivityQuery = `SELECT last_active_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-10 minutes') AS now FROM sessions`;
    assert.equal(other.prepare(recentActivityQuery).get()?.['now'], 1);
  });
});
