/** Bad input to tools: each call gets an error that says what to do, and no data is lost. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChat } from '../support/program.ts';
import type { Chat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('a tool with bad input', () => {
  let home: TemporaryHome;
  let chat: Chat;
  before(async () => {
    home = temporaryHome();
    chat = await openChat(home, { env: { BIGMIND_TOOLSETS: 'all' } });
    await chat.call('memory_store_fact', { category: 'codebase', fact: 'The one good fact.' });
    await chat.call('memory_add_hypothesis', { hypothesis: 'The one good belief.' });
  });
  after(async () => {
    await chat.close();
    home.remove();
  });

  type Case = [name: string, tool: string, args: Record<string, unknown>, expected: RegExp];
  const refused: Case[] = [
    ['the memory of another user', 'memory_start_session', { user_id: 'bob' }, /memory of ada.*BIGMIND_USER/su],
    ['an unknown tool', 'memory_forget_all', {}, /Use one of: memory_start_session/u],
    [
      'a missing argument',
      'memory_store_fact',
      { category: 'codebase' },
      /fact.*It takes: category, fact.*nothing was stored/su,
    ],
    ['an unknown argument', 'memory_store_fact', { category: 'codebase', fact: 'x', tag: 'y' }, /tag/u],
    ['an unknown category', 'memory_store_fact', { category: 'gossip', fact: 'x' }, /preference/u],
    ['a number for a text', 'memory_store_fact', { category: 'codebase', fact: 7 }, /string/u],
    ['an empty fact', 'memory_store_fact', { category: 'codebase', fact: '  \n ' }, /is empty/u],
    [
      'a confidence above one',
      'memory_store_fact',
      { category: 'codebase', fact: 'x', confidence: 1.5 },
      /confidence/u,
    ],
    [
      '2 MB of text as a fact',
      'memory_store_fact',
      { category: 'codebase', fact: 'word '.repeat(420_000) },
      /the maximum is 10,000\..*Shorten/su,
    ],
    [
      '2 MB of text as an exchange',
      'memory_flag_important',
      { content: 'word '.repeat(420_000) },
      /the maximum is 100,000/u,
    ],
    ['2 MB of text as a query', 'memory_search', { query: 'word '.repeat(420_000) }, /the maximum is 50,000/u],
    ['an unknown fact', 'memory_deprecate_fact', { fact_id: 999, reason: 'x' }, /no fact #999.*memory_search/su],
    ['an invalid fact id', 'memory_deprecate_fact', { fact_id: -1, reason: 'x' }, /fact_id/u],
    [
      'an unknown session',
      'memory_get_session_detail',
      { session_id: 'nope' },
      /no session "nope".*memory_list_sessions/su,
    ],
    [
      'an unknown session to flag into',
      'memory_flag_important',
      { content: 'x', session_id: 'nope' },
      /memory_list_sessions/u,
    ],
    ['an unknown session to search in', 'memory_search', { query: 'x', session_id: 'nope' }, /memory_list_sessions/u],
    ['an empty query', 'memory_search', { query: '' }, /query is empty/u],
    ['only punctuation', 'memory_search', { query: '?!* ()"' }, /no word or number/u],
    ['an invalid date', 'memory_search', { query: 'fact', since: 'last blursday' }, /since.*not a date/su],
    ['a limit of 10^9', 'memory_search', { query: 'fact', limit: 1e9 }, /limit/u],
    ['an empty profile', 'memory_update_profile', {}, /role, preferences or pinned_facts/u],
    ...(
      [
        ['memory_store_fact', { category: 'codebase', fact: '<private>the plan</private>' }],
        ['memory_flag_important', { content: '<private>the plan</private>.' }],
        ['memory_promote_to_global', { category: 'pattern', title: '<private>x</private>', content: 'x' }],
      ] as const
    ).map(([tool, args]): Case => {
      return [`only a secret (${tool})`, tool, args, /contains only text that must not be stored/u];
    }),
    ['a turn without a role', 'memory_append_chunk', { content: 'x' }, /role/u],
    ['an unknown role', 'memory_append_chunk', { content: 'x', role: 'narrator' }, /user/u],
    [
      'an invalid date of a turn',
      'memory_append_chunk',
      { content: 'x', role: 'user', created_at: 'once' },
      /ISO 8601/u,
    ],
    [
      '1 MB of text as a turn',
      'memory_append_chunk',
      { content: 'word '.repeat(210_000), role: 'user' },
      /the maximum is 100,000/u,
    ],
    ['an empty belief', 'memory_add_hypothesis', { hypothesis: ' ' }, /hypothesis is empty/u],
    ['a confidence below zero', 'memory_add_hypothesis', { hypothesis: 'x', confidence: -0.1 }, /confidence/u],
    [
      'an unknown hypothesis',
      'memory_resolve_hypothesis',
      { hypothesis_id: 99, status: 'confirmed' },
      /no hypothesis #99.*memory_list_hypotheses/su,
    ],
    ['a resolution as open', 'memory_resolve_hypothesis', { hypothesis_id: 1, status: 'open' }, /confirmed/u],
    ['an unknown status', 'memory_list_hypotheses', { status: 'maybe' }, /abandoned/u],
    ['an unknown category of knowledge', 'memory_list_global', { category: 'gossip' }, /glossary/u],
    [
      'an unknown entry',
      'memory_approve_global',
      { entry_id: 99, action: 'approve' },
      /no knowledge #99.*memory_list_global/su,
    ],
    ['an unknown action', 'memory_approve_global', { entry_id: 1, action: 'reject' }, /deprecate/u],
    ['a vacuum of the last zero days', 'memory_vacuum', { older_than_days: 0 }, /older_than_days/u],
    ['a vacuum of the whole archive', 'memory_vacuum', { archive_older_than_days: 0 }, /archive_older_than_days/u],
    ['a stale_days of 10^9', 'memory_health_check', { stale_days: 1e9 }, /stale_days/u],
    [
      '700 words of knowledge',
      'memory_promote_to_global',
      { category: 'pattern', title: 'x', content: 'word '.repeat(700) },
      /content has at least 700 tokens; the maximum is 500\. Keep what everyone must know/u,
    ],
    [
      'a title that is too long',
      'memory_promote_to_global',
      { category: 'pattern', title: 'x'.repeat(81), content: 'y' },
      /the maximum is 80/u,
    ],
  ];
  for (const [name, tool, args, expected] of refused) {
    it(`rejects ${name} and says what to do`, async () => {
      const answer = await chat.call(tool, args);
      assert.ok(answer.isError);
      assert.match(answer.text, expected);
      assert.ok(answer.text.length < 1500, answer.text);
    });
  }

  const harmless = [
    '"',
    'NEAR(one good)',
    'fact AND',
    'fact*',
    'text:fact',
    '-fact',
    '^fact',
    "'; DROP TABLE facts;--",
    'fact\0',
    'fact \ud800',
  ];
  for (const query of harmless.slice(1)) {
    it(`treats ${JSON.stringify(query)} as plain words`, async () => {
      const answer = await chat.call('memory_search', { query });
      assert.equal(answer.isError, false, answer.text);
    });
  }

  it('loses no data', async () => {
    const found = await chat.call('memory_search', { query: 'good fact' });
    assert.match(found.text, /The one good fact\./u);
  });
});

describe('a store that cannot be opened', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  async function firstCall(path: string): Promise<{ isError: boolean; text: string }> {
    const chat = await openChat(home, { env: { BIGMIND_DB_PATH: path } });
    assert.equal((await chat.client.listTools()).tools.length, 12);
    const answer = await chat.call('memory_get_context');
    await chat.close();
    return answer;
  }

  it('does not prevent the handshake, and the error says that the path is a folder', async () => {
    mkdirSync(join(home.path, 'folder'));
    const answer = await firstCall(join(home.path, 'folder'));
    assert.ok(answer.isError);
    assert.match(answer.text, /folder/u);
  });

  it('reports a file that is not a database, and leaves it unchanged', async () => {
    const file = join(home.path, 'notes.txt');
    writeFileSync(file, 'These are my notes, not a database.\n'.repeat(200));
    const answer = await firstCall(file);
    assert.ok(answer.isError);
    assert.match(answer.text, /notes\.txt/u);
    assert.match(readFileSync(file, 'utf8'), /^These are my notes/u);
  });

  it('reports a folder that cannot be created', async () => {
    writeFileSync(join(home.path, 'occupied'), '');
    const answer = await firstCall(join(home.path, 'occupied', 'memory.db'));
    assert.ok(answer.isError);
    assert.match(answer.text, /occupied/u);
  });

  it('is opened again at the next call', async () => {
    const folder = join(home.path, 'later');
    writeFileSync(folder, '');
    const chat = await openChat(home, { env: { BIGMIND_DB_PATH: join(folder, 'memory.db') } });
    assert.ok((await chat.call('memory_get_context')).isError);
    const { rmSync } = await import('node:fs');
    rmSync(folder);
    assert.equal((await chat.call('memory_get_context')).isError, false);
    await chat.close();
  });
});
