import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asOwnText, isOwnTool, withoutOwnText } from '../../src/memory/archive/ownText.ts';
import type { RecordingOptions, RecordingReport } from '../../src/memory/archive/recording.ts';
import type { TranscriptItem, TranscriptMessage } from '../../src/memory/archive/transcript.ts';
import { learnRequestMark } from '../../src/memory/learn/requestMark.ts';
import type { Caller } from '../../src/memory/shared/identity.ts';
import type { TranscriptPosition } from '../../src/memory/shared/transcriptPosition.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { at, chat, itemsOf, messagesOf } from './transcript.ts';

describe('recording', () => {
  let test: TestMemory;
  let ada: Caller;
  beforeEach(async () => {
    test = openTestMemory();
    ada = await test.caller({ conversationId: chat });
  });
  afterEach(() => test.close());

  const path = '/chats/one.jsonl';
  const record = (
    items: AsyncIterable<TranscriptItem> | Iterable<TranscriptItem>,
    more: Partial<RecordingOptions> = {},
  ): Promise<RecordingReport> =>
    test.memory.recording.record(items, {
      format: 'claude-code',
      origin: 'live',
      path,
      callerOf: () => Promise.resolve(ada),
      ...more,
    });
  const messages = async (): Promise<string[]> => {
    const { tables } = await test.memory.portability.export('ada');
    return tables.messages.map((row) => String(row['content']));
  };
  const position = async (): Promise<number | undefined> => (await test.memory.recording.position(ada, path))?.offset;

  describe('the summary of the session', () => {
    const talk = messagesOf([
      'The login page shows a blank screen after the redirect. Find out why.',
      'The session cookie was dropped by the redirect. I fixed the cookie by setting SameSite to Lax, and the login works again.',
      'We decided to keep sessions in Postgres instead of Redis, because operations already back up Postgres.',
      { content: 'Noted. I changed the store to Postgres and all tests pass.' },
      { type: 'tool_use', role: 'assistant', content: '{}', tool: 'edit_file', files: ['/shop/src/login.ts'] },
    ]);

    it('has a headline, files, and exchanges that name their message', async () => {
      const report = await record(itemsOf(talk));
      assert.deepEqual([report.stored, report.opened, report.conversation], [5, 1, chat]);
      const { session, summary } = await test.memory.sessions.get(ada, chat);
      assert.match(session.oneLiner, /login/iu);
      assert.deepEqual(summary?.codeRefs, ['/shop/src/login.ts']);
      const { tables } = await test.memory.portability.export('ada');
      const refs = tables.conversation_chunks.map((row) => String(row['source_ref']));
      assert.ok(refs.includes(`claude-code:${chat}#k2`), refs.join());
      assert.equal(report.kept, refs.length);
    });

    it('shows files relative to the folder that the transcript or the caller names', async () => {
      const head = { conversation: chat, folder: '/shop/web' };
      const fileEdit = (key: string, files: string[]): TranscriptMessage => ({
        ...{ key, role: 'assistant', type: 'tool_use', content: '{}', tool: 'edit_file' },
        files,
      });
      const transcript = [
        ...talk.slice(0, 4),
        fileEdit('w', ['/shop/web/a.ts', '/shop/b.ts', '/home/ada/c.md', '/etc/hosts']),
      ];
      await record(itemsOf(transcript, undefined, head), { folder: '/shop' });
      const { summary } = await test.memory.sessions.get(ada, chat);
      assert.deepEqual(summary?.codeRefs, ['web/a.ts', 'b.ts', '~/c.md', '/etc/hosts']);
      assert.match(summary.summary, /^Asked:\n- .*\n\nDone:\n- /u);
    });

    it('stores nothing twice, however often and in whatever parts the transcript is read', async () => {
      await record(itemsOf(talk.slice(0, 3)));
      const first = (await test.memory.portability.export('ada')).tables.conversation_chunks;
      await record(itemsOf(talk, { offset: 30, lastKey: 'k2' }), { from: { offset: 30, lastKey: 'k2' } });
      await record(itemsOf(talk));
      const { conversation_chunks: kept } = (await test.memory.portability.export('ada')).tables;
      assert.deepEqual(kept.slice(0, first.length), first);
      assert.equal(new Set(kept.map((row) => row['content_hash'])).size, kept.length);
    });

    it('preserves the summary of a model and the headline of a person', async () => {
      await record(itemsOf(talk.slice(0, 2)));
      await test.memory.sessions.end(ada, { oneLiner: 'As the model told it', summary: 'Its words.' });
      await record(itemsOf(talk));
      const detail = await test.memory.sessions.get(ada, chat);
      assert.deepEqual([detail.session.oneLiner, detail.summary?.summary], ['As the model told it', 'Its words.']);
      await test.memory.sessions.rename(ada, { sessionId: chat, headline: 'A person’s' });
      await record(itemsOf([...talk, ...messagesOf(['One more thing: mend the logout button, please.']).map(renamed)]));
      assert.equal((await test.memory.sessions.get(ada, chat)).session.oneLiner, 'A person’s');
    });

    it('keeps the existing headline if there is nothing to summarize', async () => {
      await test.memory.sessions.start(ada);
      await test.memory.sessions.close(ada);
      const before = await test.memory.sessions.get(ada, chat);
      const output = { role: 'tool', type: 'tool_result', content: 'ok', tool: 'ls', createdAt: at(15) } as const;
      assert.deepEqual((await record(itemsOf(messagesOf([output])))).sessions, [chat]);
      const { session } = await test.memory.sessions.get(ada, chat);
      assert.deepEqual([session.oneLiner, session.endedAt], [before.session.oneLiner, at(15)]);
      assert.match(session.oneLiner, /ended/u);
    });
  });

  const renamed = (message: TranscriptMessage): TranscriptMessage => ({ ...message, key: `${message.key}'` });

  it('writes no secret and no private passage to the disk', async () => {
    const secret = 'AKIAIOSFODNN7EXAMPLE';
    const transcript = messagesOf([
      `The key is ${secret}, keep it.`,
      'Before <private>my diary of Sunday</private> after',
      { type: 'tool_use', content: `{"key":"${secret}"}`, tool: `curl ${secret}`, files: [`/srv/${secret}/a.ts`] },
      `${'long '.repeat(400)}<private>never closed: the diary goes on`,
    ]);
    const report = await record(itemsOf(transcript, undefined, { conversation: chat, title: `Rotate ${secret}` }));
    assert.ok(report.redacted >= 7, String(report.redacted));
    const { session } = await test.memory.sessions.get(ada, chat);
    assert.ok(!session.oneLiner.includes(secret), session.oneLiner);
    assert.ok((await messages()).includes('Before [removed: private passage] after'));
    const { location } = await test.memory.maintenance.inspect();
    for (const name of readdirSync(dirname(location)).filter((entry) => entry.includes('db'))) {
      const bytes = readFileSync(join(dirname(location), name))
        .toString('latin1')
        .toLowerCase();
      for (const text of [secret.toLowerCase(), 'diary']) assert.ok(!bytes.includes(text), `${name} contains ${text}`);
    }
  });

  it('leaves no part of a secret when it truncates a message', async () => {
    const secret = `ghp_${'a1B2'.repeat(10)}`;
    await record(itemsOf(messagesOf([`${'x'.repeat(999_965)} ${secret} ${'tail '.repeat(2_000)}`])));
    const [stored = ''] = await messages();
    assert.ok(!stored.includes('ghp_') && stored.endsWith('[cut short]'), stored.slice(-60));
  });

  it('leaves no part of a secret when it truncates a title or a tool name, and no secret in a key', async () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const long = (length: number): string => `${'word '.repeat(500).slice(0, length)} ${secret}`;
    const transcript = messagesOf(
      Array.from({ length: 40 }, (_, place) => ({
        content: 'Hello',
        key: `${secret}-${String(place)}`,
        tool: long(1_965 + place),
      })),
    );
    for (let length = 1_965; length < 2_000; length += 5) {
      await record(itemsOf(transcript, undefined, { conversation: chat, title: long(length) }));
    }
    const { session } = await test.memory.sessions.get(ada, chat);
    assert.doesNotMatch(JSON.stringify([session, await test.memory.portability.export('ada')]), /ghp_/u);
  });

  it('leaves out text and tool answers of BigMind, and keeps everything around them', async () => {
    const own = asOwnText('Remembered: </bigmind-context> use tabs. <bigmind-context>');
    const transcript = messagesOf([
      own,
      `Hello ${own} world`,
      { role: 'tool', type: 'tool_result', content: 'recalled', tool: 'mcp_bigmind_memory_search' },
      { role: 'tool', type: 'tool_result', content: 'of another tool', tool: 'read_file' },
      { role: 'assistant', type: 'tool_use', content: '{"query":"tabs"}', tool: 'mcp_bigmind_memory_search' },
      `Cut off\n${asOwnText('x').slice(0, 30)}`,
    ]);
    await record(itemsOf(transcript));
    assert.deepEqual(await messages(), [
      'Hello  world',
      'of another tool',
      '{"query":"tabs"}',
      'Cut off\n<bigmind-context>\nx\n</bigmind-',
    ]);
  });

  it('leaves out a chat in which BigMind asks a coding agent to learn, in whatever parts it is read', async () => {
    const transcript = messagesOf([
      `${learnRequestMark}\nAnswer with JSON.\n1 user: We use tabs.`,
      '{"items":[]}',
      { type: 'tool_use', role: 'assistant', content: '{}', tool: 'read_file' },
    ]);
    await record(itemsOf(transcript.slice(0, 1)));
    assert.equal(await position(), undefined);
    const report = await record(itemsOf(transcript));
    assert.deepEqual([report.stored, report.opened, await messages()], [0, 0, []]);
    // A person who goes on in that chat is recorded.
    await record(
      itemsOf([...transcript, ...messagesOf(['x', 'x', 'x', 'x', 'And now fix it.', 'Fixed it.']).slice(4)]),
    );
    assert.deepEqual(await messages(), ['And now fix it.', 'Fixed it.']);
  });

  it('reports damage, skips messages before the head, and uses the conversation of the first head', async () => {
    const damage: TranscriptItem = {
      position: { offset: 5, lastKey: null },
      unreadable: { lineNumber: 3, reason: 'is no JSON' },
    };
    const [first, ...rest] = itemsOf(messagesOf(['early', 'late']));
    assert.ok(first !== undefined);
    const other: TranscriptItem = { position: { offset: 20, lastKey: 'k1' }, head: { conversation: 'another' } };
    const report = await record([...rest.slice(0, 1), damage, first, ...rest.slice(1), other]);
    assert.deepEqual(await messages(), ['late']);
    assert.deepEqual(report.unreadable, [{ lineNumber: 3, reason: 'is no JSON' }]);
    assert.equal(report.conversation, chat);
    const many = Array.from({ length: 300 }, () => damage);
    assert.equal((await record([first, ...many])).unreadable.length, 100);
  });

  it('tolerates empty texts, invalid paths, broken characters and a wrong clock', async () => {
    const transcript = messagesOf([
      '\0\0',
      { type: 'tool_use', content: '{}', tool: '\0', files: ['', ' \0 ', 'x'.repeat(5_000), '/a.ts'] },
      'half \ud83d',
      { content: 'before its time', createdAt: at(-9) },
      'x'.repeat(1_000_001),
      { content: 'after\0wards', createdAt: at(1) },
    ]);
    const report = await record(itemsOf(transcript));
    assert.equal(report.stored, 5);
    const stored = await messages();
    assert.deepEqual([stored[1], stored[2], stored[4]], ['half \ufffd', 'before its time', 'afterwards']);
    assert.ok(stored[3]?.length === 1_000_000 && stored[3].endsWith('[cut short]'));
    assert.deepEqual((await test.memory.maintenance.inspect()).damage, []);
  });

  it('does not accept a time far in the future, because an era would last until then', async () => {
    const transcript = messagesOf([
      { content: 'of another century', createdAt: '2099-01-01T00:00:00.000Z' },
      { content: 'of a clock that is ahead', createdAt: at(75) },
    ]);
    await record(itemsOf(transcript, undefined, { conversation: chat, startedAt: '2099-01-01T00:00:00.000Z' }), {
      origin: 'import',
    });
    const { tables } = await test.memory.portability.export('ada');
    const [era] = tables.eras;
    assert.deepEqual([era?.['started_at'], era?.['ended_at']], [at(75), at(75)]);
    assert.equal((await test.memory.sessions.get(ada, chat)).session.startedAt, at(75));
  });

  it('opens no session for a transcript without messages', async () => {
    const empty = await record([{ position: { offset: 7, lastKey: null }, head: { conversation: chat } }]);
    assert.deepEqual([empty.stored, empty.opened, empty.sessions, await position()], [0, 0, [], 7]);
    assert.deepEqual((await record([])).conversation, null);
    assert.equal((await test.memory.sessions.list(ada, { scope: 'all', limit: 9 })).total, 0);
  });

  it('stops on request and resumes at the same position', async () => {
    const transcript = messagesOf(Array.from({ length: 1_000 }, (_, place) => `message ${String(place)}`));
    const first = await record(itemsOf(transcript), { shouldContinue: () => false });
    assert.deepEqual([first.isWhole, first.stored, await position()], [false, 400, 4_000]);
    const from = await test.memory.recording.position(ada, path);
    const second = await record(itemsOf(transcript, from), { from });
    assert.deepEqual([second.isWhole, second.stored, second.duplicates], [true, 600, 0]);
    assert.deepEqual(
      await messages(),
      transcript.map(({ content }) => content),
    );
  });

  it('is complete if time runs out with the last batch', async () => {
    assert.equal((await record(itemsOf(messagesOf(['a'])), { shouldContinue: () => false })).isWhole, true);
  });

  it('stores everything before a reader failure, and reports the failure', async () => {
    const transcript = messagesOf(Array.from({ length: 500 }, (_, place) => `message ${String(place)}`));
    const failing = function* (): Generator<TranscriptItem> {
      yield* itemsOf(transcript);
      throw new Error('the disk is gone');
    };
    await assert.rejects(record(failing()), /the disk is gone/u);
    assert.deepEqual([(await messages()).length, await position()], [500, 5_000]);
    assert.notEqual((await test.memory.sessions.get(ada, chat)).session.oneLiner, '');
  });

  it('duplicates nothing from a rewritten file that is read in parts', async () => {
    const transcript = messagesOf(
      Array.from({ length: 900 }, (_, place) => (place % 2 === 0 ? 'continue' : `answer ${String(place)}`)),
    );
    await record(itemsOf(transcript));
    const from: TranscriptPosition = { offset: 9_000, lastKey: 'k899' };
    const rewritten = [...transcript, ...messagesOf(['continue', 'the last answer'])].map((one, place) =>
      renamed({ ...one, key: `n${String(place)}` }),
    );
    let resumeFrom = from;
    for (let round = 0; round < 5; round += 1) {
      await record(itemsOf(rewritten), { from: resumeFrom, shouldContinue: () => false });
      resumeFrom = (await test.memory.recording.position(ada, path)) ?? from;
    }
    const stored = await messages();
    assert.deepEqual([stored.length, stored.slice(-2)], [902, ['continue', 'the last answer']]);
  });

  it('gives the same result whatever the parts, formats and order in which it reads a conversation', async () => {
    let seed = 5;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const transcript = messagesOf(
      Array.from({ length: 60 }, (_, place) => {
        return { content: ['yes', 'go on', `text ${String(place)}`][random(3)] ?? '', createdAt: at(place * 1.5) };
      }),
    );
    const other = transcript.map((one, place) => ({
      ...one,
      key: `other ${one.key}`,
      createdAt: at(place * 1.5 + 0.1),
    }));
    for (let round = 0; round < 6; round += 1) {
      const conversation = `chat ${String(round)}`;
      const formats = [
        { format: 'copilot-transcript', path: `${conversation}.1`, lines: transcript },
        { format: 'copilot-chat', path: `${conversation}.2`, lines: other },
      ] as const;
      for (const length of [random(60), 60, random(60), 60]) {
        for (const { format, path: file, lines } of random(2) === 0 ? formats : formats.toReversed()) {
          const from = await test.memory.recording.position(ada, file);
          if ((from?.offset ?? 0) > length * 10) continue;
          await record(itemsOf(lines.slice(0, length), from, { conversation }), { format, path: file, from });
        }
      }
      const id = (await test.memory.sessions.list(ada, { scope: 'all', limit: 1 })).sessions[0]?.id ?? '';
      const { messages: stored } = await test.memory.archive.listBySession(id, 200);
      assert.deepEqual(
        stored.map(({ content }) => content).sort(),
        transcript.map(({ content }) => content).sort(),
        conversation,
      );
    }
  });

  it('records five thousand messages', async () => {
    const transcript = messagesOf(Array.from({ length: 5_000 }, (_, place) => `message ${String(place)} of many`));
    const report = await record(itemsOf(transcript), { origin: 'import' });
    assert.deepEqual([report.stored, report.sessions.length], [5_000, 1]);
    assert.deepEqual(
      [(await record(itemsOf(transcript), { origin: 'import' })).duplicates, (await messages()).length],
      [5_000, 5_000],
    );
  });
});

describe('our own text', () => {
  it('cannot be closed by marks inside it', () => {
    const inside = [
      '</bigmind-context>',
      '<bigmind-context>',
      '</BigMind-Context>',
      '< / bigmind-context >',
      '</bigmind-context',
    ];
    for (const mark of inside) {
      const text = asOwnText(`a ${mark} b`);
      assert.equal(withoutOwnText(`x${text}y`), 'xy', mark);
      assert.equal((text.match(/<\s*\/?\s*bigmind-context/giu) ?? []).length, 2, mark);
    }
  });

  it('includes the answers of our tools, whatever name a client gives them', () => {
    for (const name of [
      'mcp__bigmind__memory_search',
      'bigmind-memory_search',
      'memory_search',
      'x_memory_get_context',
    ])
      assert.ok(isOwnTool(name), name);
    for (const name of ['read_file', 'bigminds_search', 'search', 'my_bigminded_tool'])
      assert.ok(!isOwnTool(name), name);
  });
});
