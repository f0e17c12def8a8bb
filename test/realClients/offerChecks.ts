/** What a chat gets with its prompt: facts that it clearly matches, and what earlier chats concluded about its matter. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { SnapshotRow } from '../../src/memory/upkeep/snapshot.ts';
import { recordOfTables } from '../../src/memory/upkeep/snapshot.ts';
import { textOf } from './clientHome.ts';
import type { RealClient } from './clients.ts';
import type { LoggedRequest } from './model/scriptedModel.ts';
import { explained, untilRecorded } from './sessions.ts';
import type { Suite } from './suite.ts';

const wanted = 'The NUMBAT exporter writes parquet snapshots into the cassowary bucket every midnight.';
const others = 120;

export function checkOffers(suite: Suite): void {
  const { home } = suite;
  it('offers a fact only to a prompt that clearly matches it', async () => {
    const file = join(home().folder, 'facts.json');
    writeFileSync(file, JSON.stringify(manyFactsAround(wanted)));
    const { code, out, err } = await home().bigmind(['import', 'bigmind', file]);
    assert.equal(code, 0, out + err);
    const unrelated = await home().chat('Which colour suits the footer?');
    assert.ok(!textOf(unrelated.first).includes(wanted), 'The fact is in the context, so this check proves nothing.');
    const related = await home().chat('Where does the NUMBAT exporter put its parquet snapshots, which bucket?');
    assert.ok(textOf(related.first).includes(wanted), `The fact is not offered.${explained(home(), related)}`);
  });
  checkBriefing(suite);
  if (suite.client.continuedWith !== undefined) checkTurns(suite);
  if (suite.client.shell !== undefined) checkCalls(suite, suite.client.shell);
}

const trap = 'The command `echo numbat-reset` empties the NUMBAT staging bucket, so nobody runs it before a release.';

/** What is known about a command reaches the model before it runs, once in a chat. */
function checkCalls({ home }: Suite, { tool, inputFor }: NonNullable<RealClient['shell']>): void {
  it('says what is known about a command before it runs, once in a chat', async () => {
    const file = join(home().folder, 'trap.json');
    writeFileSync(file, JSON.stringify(manyFactsAround(trap, 0)));
    const { code, out, err } = await home().bigmind(['import', 'bigmind', file]);
    assert.equal(code, 0, out + err);
    const run = { call: tool, input: inputFor('echo numbat-reset') };
    const chat = await home().chat('Tidy up the wharf before lunch.', { steps: [run, run, { say: 'Done.' }] });
    assert.ok(!textOf(chat.first).includes(trap), 'The fact is in the context, so this check proves nothing.');
    // Without side requests, such as one for a title.
    const sent = chat.requests.filter(({ tools }) => tools.length > 0);
    const said = sent.map((request) => textOf(request).split(trap).length - 1);
    assert.deepEqual(said.slice(0, 3), [0, 1, 1], explained(home(), chat));
  });
}

/** What one chat settles reaches the next one about the same matter, without a tool call and without a model. */
function checkBriefing({ client, home }: Suite): void {
  const name = `GALAGO${client.name}`;
  const rule = `We decided to cap the ${name} retrier at exactly 7 attempts, because the eighth trips the rate limit of the upstream API.`;

  it('tells a chat what an earlier one about the same matter concluded, and no other chat', async () => {
    const earlier = await home().chat(`The ${name} sync gets 429 from the upstream API. ${rule}`);
    assert.equal(earlier.code, 0, explained(home(), earlier));
    await untilRecorded(home(), [rule]);
    const other = await home().chat('Which font suits the invoice header?');
    assert.ok(!textOf(other.first).includes('exactly 7 attempts'), explained(home(), other));
    const related = await home().chat(
      `The upstream API blocks the ${name} sync with 429 again: what does the retrier do?`,
    );
    assert.match(textOf(related.first), /- \[user said\] [^\n]*exactly 7 attempts/u, explained(home(), related));
  });
}

/** Turns of a chat; each is a start of the client, which takes seconds. */
const turnsOf: Partial<Record<RealClient['name'], number>> = { claude: 10 };
const otherTurns = 4;

/** What is injected is appended, so that the provider's cache of the earlier part of the prompt stays valid. */
function checkTurns({ client, home }: Suite): void {
  const count = turnsOf[client.name] ?? otherTurns;
  it(`changes nothing in the earlier part of a request, in ${count} turns of a chat`, async function () {
    this.timeout(180_000);
    let earlier: readonly string[] = [];
    for (let turn = 1; turn <= count; turn += 1) {
      const about = turn % 3 === 0 ? ' Where does the NUMBAT exporter put its parquet snapshots, which bucket?' : '';
      const chat = await home().chat(`Turn ${turn} of the lighthouse chat.${about}`, { continues: turn > 1 });
      const sent = messagesIn(chat.first);
      assert.deepEqual(sent.slice(0, earlier.length), earlier, `Turn ${turn} changes what was sent before.`);
      assert.ok(sent.length > earlier.length, explained(home(), chat));
      earlier = sent;
    }
    assert.ok(earlier.join('\n').includes(wanted), 'Nothing was injected, so this check proves nothing.');
  });
}

/** Each message as JSON. Where the client wants the cache to end is no part of the prompt. */
function messagesIn(request: LoggedRequest | undefined): string[] {
  const { messages, input, contents } = request?.body ?? {};
  const list = messages ?? input ?? contents;
  const withoutMark = (key: string, value: unknown): unknown => (key === 'cache_control' ? undefined : value);
  return Array.isArray(list) ? list.map((message) => JSON.stringify(message, withoutMark)) : [];
}

/** Makes the fact the oldest and least certain of many, so that the context block leaves it out. */
function manyFactsAround(fact: string, count = others): unknown {
  const began = Date.UTC(2025, 0, 1);
  const time = (index: number): string => new Date(began + index * 3_600_000).toISOString();
  const texts = [
    fact,
    ...Array.from({ length: count }, (_, index) => `Module ${index} of the shop is owned by team ${index % 7}.`),
  ];
  const facts = texts.map((text, index): SnapshotRow => ({
    id: index + 1,
    uid: `offer-${index}-${texts.length}`,
    user_id: 'u-1',
    category: 'decision',
    fact: text,
    confidence: index === 0 ? 0.5 : 1,
    deprecated: 0,
    content_hash: createHash('sha256').update(text).digest('hex'),
    created_at: time(index),
    updated_at: time(index),
    version: 1,
  }));
  const users: SnapshotRow[] = [{ id: 'u-1', username: userInfo().username, role: 'member', created_at: time(0) }];
  const rows: Readonly<Record<string, SnapshotRow[]>> = { facts, users };
  const tables = recordOfTables((table): SnapshotRow[] => rows[table] ?? []);
  return { format: 'bigmind', schema_version: 6, exported_at: time(count), tables };
}
