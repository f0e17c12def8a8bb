/** The recap of the page over a real store. */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { RecapCard } from '../../src/protocol/recap/recap.ts';
import type { TestMemory } from '../support/memory.ts';
import { openTestMemory } from '../support/memory.ts';
import { hostFor, runQuery } from './support.ts';

const shop = { key: 'github.com/acme/shop', name: 'shop' };

describe('the recap in the page', () => {
  let open: TestMemory;
  let ada: Caller;
  let host: PageHost;
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller({ project: shop, conversationId: null });
    host = hostFor(ada, open, (text) => assert.fail(text));
    await open.memory.facts.store(ada, { category: 'codebase', fact: 'The boat <b>is</b> blue.' });
    const harbour = { key: 'github.com/acme/harbour', name: 'harbour' };
    const other = await open.caller({ project: harbour, conversationId: null });
    await open.memory.facts.store(other, { category: 'codebase', fact: 'The tower is tall.' });
  });
  afterEach(() => open.close());

  const recap = (since: string, project: string | null): Promise<RecapCard> =>
    runQuery(host, 'recap', { since, until: null, project });
  const textsOf = ({ sections }: RecapCard): string[] => sections.flatMap(({ lines }) => lines.map(({ text }) => text));

  it('has the lines of one project or of all, as they are stored', async () => {
    const own = await recap('7d', 'shop');
    assert.deepEqual(own, {
      since: '2026-03-23T09:15:00.000Z',
      until: '2026-03-30T09:15:00.001Z',
      totals: { sessions: 0, decisions: 0, memories: 1, hypotheses: 0 },
      sections: [
        {
          name: 'learned',
          total: 1,
          lines: [
            {
              kind: 'fact',
              id: '1',
              text: 'The boat <b>is</b> blue.',
              note: null,
              successor: null,
              status: null,
              project: 'shop',
              author: null,
              approver: null,
              at: '2026-03-30T09:15:00.000Z',
            },
          ],
        },
      ],
      files: [],
      fileTotal: 0,
      withheld: 0,
    });
    assert.deepEqual(textsOf(await recap('7d', null)).toSorted(), ['The boat <b>is</b> blue.', 'The tower is tall.']);
  });

  it('begins where the page says, also at the start of a day of the reader', async () => {
    open.pass(48);
    assert.deepEqual(textsOf(await recap('1d', 'shop')), []);
    assert.equal(textsOf(await recap('2026-03-29T22:00:00.000Z', 'shop')).length, 1);
  });

  it('ends where the page says, and has the files that most sessions touched', async () => {
    const touched = async (conversationId: string, codeRefs: string[]): Promise<void> => {
      const chat = await open.caller({ project: shop, conversationId });
      await open.memory.sessions.start(chat);
      await open.memory.sessions.end(chat, { oneLiner: 'Built', summary: 'Done.', codeRefs });
    };
    await touched('one', ['src/lamp.ts', 'src/quay.ts', 'src/lamp.ts']);
    await touched('two', ['src/quay.ts']);
    open.pass(48);
    await touched('three', ['src/crane.ts']);
    const until = '2026-03-31T22:00:00.000Z';
    const { files, fileTotal } = await runQuery(host, 'recap', {
      since: '2026-03-29T22:00:00.000Z',
      until,
      project: null,
    });
    assert.deepEqual(
      [files, fileTotal],
      [
        [
          { path: 'src/quay.ts', sessions: 2 },
          { path: 'src/lamp.ts', sessions: 1 },
        ],
        2,
      ],
    );
    const later = await runQuery(host, 'recap', { since: until, until: null, project: null });
    assert.deepEqual([later.files.map(({ path }) => path), textsOf(later)], [['src/crane.ts'], ['Built']]);
  });

  it('refuses an unknown project and a text that is no date', async () => {
    for (const [since, project, code] of [
      ['7d', 'airport', 'not_found'],
      ['soon', null, 'invalid_input'],
    ] as const) {
      const reply = await replyTo(
        { type: 'ask', id: 1, question: { type: 'recap', since, until: null, project } },
        host,
      );
      assert.equal(reply.type === 'failure' && reply.failure.code, code);
    }
  });
});
