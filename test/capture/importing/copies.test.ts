/** Conversations that begin with a copy of another one. */
import assert from 'node:assert/strict';
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importSources } from '../../../src/capture/importing/importSources.ts';
import { sourcesOfKind } from '../../../src/importers/sourcesOfKind.ts';
import { conversationNumber } from '../../support/pastHome.ts';
import type { PastHome } from '../../support/pastHome.ts';
import { openImportTest } from './support.ts';
import type { ImportTest } from './support.ts';

const [one, two] = [conversationNumber(1), conversationNumber(2)];

describe('a conversation that branched off', () => {
  let past: PastHome;
  let given: ImportTest;
  beforeEach(async () => {
    given = await openImportTest();
    ({ past } = given);
  });
  afterEach(() => given.close());

  /** The texts by session, oldest session first. */
  const imported = async (kind: string, folder: string): Promise<string[][]> => {
    await importSources(await sourcesOfKind(kind, folder), given.parts());
    const { sessions } = await given.test.memory.sessions.list(given.ada, { scope: 'all', limit: 10 });
    const texts = await Promise.all(
      sessions.map(async ({ id }) => {
        const { messages } = await given.test.memory.archive.listBySession(id, 50);
        return messages.map(({ content }) => content);
      }),
    );
    return texts.toSorted((a, b) => b.length - a.length || a.join().localeCompare(b.join()));
  };

  const rollout = (at: string, id: string, ...lines: [type: string, payload: object, time?: string][]): void => {
    past.put(
      `.codex/sessions/2026/03/02/rollout-2026-03-02T${at}-00-00-${id}.jsonl`,
      lines
        .map(([type, payload, time], place) => {
          const timestamp = time ?? `2026-03-02T${at}:00:${String(place + 10)}.000Z`;
          return `${JSON.stringify({ timestamp, type, payload })}\n`;
        })
        .join(''),
    );
  };
  const meta = (id: string, more: object = {}) => ({ id, cwd: '/home/ada/shop', cli_version: '0.55.0', ...more });
  const say = (role: string, text: string): [string, object] => [
    'response_item',
    { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
  ];
  const later = ([type, payload]: [string, object]): [string, object, string] => [
    type,
    payload,
    '2026-03-02T12:00:00Z',
  ];
  const [port, answer] = [say('user', 'Which port?'), say('assistant', 'Port 8093.')];

  it('has only its own messages, of which the first may repeat a copied one', async () => {
    // The copy is written all at once.
    rollout(
      '11',
      two,
      ['session_meta', meta(two)],
      ['session_meta', meta(one)],
      port,
      answer,
      later(say('user', 'Which port?')),
    );
    rollout('09', one, ['session_meta', meta(one)], port, answer, say('user', 'Thanks.'));
    assert.deepEqual(await imported('codex', join(past.path, '.codex')), [
      ['Which port?', 'Port 8093.', 'Thanks.'],
      ['Which port?'],
    ]);
  });

  it('has the copy if the original is gone', async () => {
    rollout('11', two, ['session_meta', meta(two, { forked_from_id: one })], port, answer, say('user', 'Use 8094.'));
    assert.deepEqual(await imported('codex', join(past.path, '.codex')), [['Which port?', 'Port 8093.', 'Use 8094.']]);
  });

  it('has what was said before, if that is said after the copy', async () => {
    const own = [say('user', 'Use 8094.'), say('assistant', 'Done.')].map(later);
    rollout('09', one, ['session_meta', meta(one)], port, answer);
    rollout(
      '11',
      two,
      ['session_meta', meta(two, { forked_from_id: one })],
      port,
      answer,
      ...own,
      later(port),
      later(answer),
    );
    assert.deepEqual(await imported('codex', join(past.path, '.codex')), [
      ['Use 8094.', 'Done.', 'Which port?', 'Port 8093.'],
      ['Which port?', 'Port 8093.'],
    ]);
  });

  it('is recognized in Claude Code by the lines that name the other conversation, whatever was changed last', async () => {
    const file = past.claude(one, [['Which port?', 'Port 8093.']]);
    const copied = readFileSync(file, 'utf8').replaceAll('"uuid":"', '"uuid":"copy-');
    // The user asks the same again.
    const own = past.claude(two, [['Which port?', 'Port 8094.']], { after: 10 });
    writeFileSync(own, copied + readFileSync(own, 'utf8'));
    utimesSync(own, new Date('2026-03-01T00:00:00Z'), new Date('2026-03-01T00:00:00Z'));
    assert.deepEqual(await imported('claude-code', join(past.path, '.claude')), [
      ['Which port?', 'Port 8093.'],
      ['Which port?', 'Port 8094.'],
    ]);
  });

  it('has each message of several files of one thread once, wherever they stand in their files', async () => {
    const same = '2026-03-02T09:00:20.000Z';
    const replayed: [string, object, string] = ['response_item', port[1], same];
    rollout('09', one, ['session_meta', meta(one)], replayed, answer);
    rollout(
      '10',
      `${one}_${two}`,
      ['session_meta', meta(one, { rollout_id: two })],
      replayed,
      say('user', 'Use 8094.'),
    );
    rollout('11', `${one}_${conversationNumber(3)}`, ['session_meta', meta(one)], say('user', 'Use 8095.'));
    assert.deepEqual(await imported('codex', join(past.path, '.codex')), [
      ['Which port?', 'Port 8093.', 'Use 8094.', 'Use 8095.'],
    ]);
  });
});
