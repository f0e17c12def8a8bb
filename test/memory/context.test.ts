import type { Caller } from '../../src/memory/shared/identity.ts';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import assert from 'node:assert/strict';
import { contextTools } from '../../src/mcp/shared/instructions.ts';
import { contextBudgetOf } from '../../src/memory/recall/context/contextBudget.ts';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';
import { sessionDetailBudget } from '../../src/memory/recall/sessionDetail.ts';
import type { SnapshotRow } from '../../src/memory/upkeep/snapshot.ts';
import { assertGolden } from '../support/golden.ts';
import { clipToTokens } from '../../src/util/tokens.ts';
import type { TestMemory } from '../support/memory.ts';
import { recordChat } from '../support/recordedChat.ts';
import { openTestMemory } from '../support/memory.ts';

const languages: Record<string, (i: number) => string> = {
  English: (i) => `Fact ${String(i)}: the deployment of the payment service is done by the release team on Thursdays. `,
  Chinese: (i) => `第${String(i)}条：我们决定把数据库保存在用户自己的机器上，默认情况下不上传任何内容。`,
  code: (i) =>
    `const x${String(i)} = new Map<string, Foo>(rows.map((r) => [r.id, { ...r, n: r.n ?? ${String(i)} }])); | a | b | `,
  emoji: (i) => `🧠🟡📌${String(i)} 👩‍👩‍👧‍👦 🏳️‍🌈 `,
  Tifinagh: (i) => `ⵜⴰⵎⴰⵣⵉⵖⵜ ${String(i)} ⴰⵎⴰⵡⴰⵍ ⴰⵎⴰⵣⵉⵖ `,
  'marks above marks': (i) => `a\u0301\u0302\u0303\u0304${String(i)}e\u0316\u0317\u0318 `,
  headings: (i) => `####### ${String(i)} ####### `,
};

describe('the context block', () => {
  let test: TestMemory;
  beforeEach(() => {
    test = openTestMemory();
  });
  afterEach(() => test.close());

  it('matches the golden file', async () => {
    const caller = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
    const { memory } = test;
    await memory.profiles.update(caller, {
      role: 'Principal engineer',
      preferences: 'Concise answers.\n# Not a heading',
      pinnedFacts: ['Uses uv', 'Works on macOS'],
    });
    await memory.facts.store(caller, { category: 'identity', fact: 'Name is Lumen.' });
    await memory.facts.store(caller, { category: 'codebase', fact: 'All servers use FastMCP\n### and | uv.' });
    await memory.knowledge.promote(caller, {
      category: 'standard',
      title: 'Python 3.12',
      content: 'Required across all servers.',
      importance: 9,
    });
    await memory.sessions.end(caller, {
      oneLiner: 'BigMind born',
      topics: ['founding', 'identity'],
      outcome: 'It works.',
      summary: 'Long story.',
    });
    test.pass(1);
    await memory.sessions.current(
      await test.caller({
        conversationId: '1e9e32c7-5b1a-4f0e-9c77-0f6a2d8b4e91',
        project: { key: 'github.com/acme/shop', name: 'shop' },
      }),
    );
    const { markdown } = await memory.context.build(caller, { tools: contextTools });
    assertGolden('context-block.md', `${markdown.replace(/`[0-9a-f]{8}…`/u, '`00000000…`')}\n`);
  });

  it('names only tools of the default toolset, however much is left out', async () => {
    const ada = await test.caller({ project: { key: 'github.com/acme/shop', name: 'shop' } });
    await test.memory.profiles.update(ada, {
      preferences: 'Likes short answers. '.repeat(300),
      pinnedFacts: Array.from({ length: 50 }, (_, i) => `Pinned statement ${String(i)} about the work on the shop`),
    });
    for (let i = 0; i < 60; i += 1) {
      await test.memory.facts.store(ada, { category: 'codebase', fact: `Part ${String(i)} is written in Go` });
    }
    const { markdown } = await test.memory.context.build(ada, { tools: contextTools });
    const named = markdown.match(/\b(?:memory|brain|mind)_\w+/gu) ?? [];
    const offered = toolsets.core.map(({ name }) => name);
    assert.deepEqual(
      named.filter((name) => !offered.includes(name)),
      [],
    );
    assert.match(markdown, /_Cut short; 6,\d{3} characters in all: the user sees them on the memory page\._/u);
    assert.match(markdown, /_\d+ more: the user sees them on the memory page\._/u);
  });

  it('says what to do if the store is empty', async () => {
    const { markdown } = await test.memory.context.build(await test.caller(), { tools: contextTools });
    assert.match(markdown, /Nothing is remembered yet.*memory_store_fact/u);
  });

  for (const [language, sentence] of Object.entries(languages)) {
    it(`stays within 1,300 tokens and the share of each tier, however much ${language} is stored`, async () => {
      const caller = await test.caller();
      const { memory } = test;
      const long = Array.from({ length: 400 }, (_, i) => sentence(i)).join('');
      await memory.profiles.update(caller, {
        role: long.slice(0, 1900),
        preferences: long.slice(0, 49_000),
        pinnedFacts: Array.from({ length: 100 }, (_, i) => sentence(i)),
      });
      for (let i = 0; i < 80; i += 1) {
        await memory.facts.store(caller, { category: 'codebase', fact: sentence(i).repeat(i % 3 === 0 ? 20 : 1) });
      }
      for (let i = 0; i < 8; i += 1) {
        await memory.knowledge.promote(caller, {
          category: 'pattern',
          title: `Title ${String(i)}`,
          content: clipToTokens(sentence(i).repeat(40), 480),
        });
      }
      for (let i = 0; i < 15; i += 1) {
        const chat = await test.caller({ conversationId: `chat-${String(i)}` });
        const words = Array.from(sentence(i)).slice(0, 90).join('');
        await memory.sessions.end(chat, { oneLiner: words, topics: [words], outcome: words.repeat(5), summary: long });
      }
      const { markdown, tokens } = await memory.context.build(caller, { tools: contextTools });
      assert.ok(encode(markdown).length <= 1300, `${String(encode(markdown).length)} tokens`);
      assert.ok(tokens <= 1300, `estimated ${String(tokens)}`);
      const parts = markdown.split(/\n\n(?=### )/u).map((part) => [part.slice(0, 12), encode(part).length] as const);
      const size = (heading: string): number =>
        parts.filter(([start]) => start.includes(heading)).reduce((n, [, t]) => n + t, 0);
      assert.ok(size('🌐') <= 500 && size('🌐') > 60, `team knowledge ${String(size('🌐'))}`);
      assert.ok(size('👤') + size('📌') <= 300, `profile ${String(size('👤') + size('📌'))}`);
      assert.ok(size('🗂️') + size('📅') <= 800, `facts and sessions ${String(size('🗂️') + size('📅'))}`);
      for (const heading of ['🌐', '👤', '📌', '🗂️', '📅']) assert.ok(size(heading) > 0, `${heading} is missing`);
      assert.match(markdown, /more: memory_search/u);
    });

    it(`shows a session within its budget, however much ${language} it contains`, async () => {
      const caller = await test.caller();
      const long = Array.from({ length: 300 }, (_, i) => sentence(i))
        .join('')
        .slice(0, 90_000);
      for (let i = 0; i < 25; i += 1) await test.memory.chunks.append(caller, { content: `${String(i)} ${long}` });
      const { id } = await test.memory.sessions.end(caller, {
        oneLiner: 'All of it',
        summary: long,
        keyFacts: Array.from({ length: 50 }, (_, i) => sentence(i)),
      });
      const { markdown } = await test.memory.sessionDetails.get(caller, id);
      const { narrative, rest } = sessionDetailBudget;
      assert.ok(encode(markdown).length <= narrative + rest, `${String(encode(markdown).length)} tokens`);
      assert.match(markdown, /25 flagged exchanges/u);
      assert.match(markdown, /"…" marks shortened text/u);
    });
  }

  for (const [language, sentence] of [
    ['English', (i) => `On day ${String(i)} the wombat moved one of its boxes to the shed. `],
    ['German', (i) => `Am ${String(i)}. Tag trug der Wombat eine seiner Kisten in den Schuppen.\n`],
    ['Chinese', (i) => `第${String(i)}天，袋熊把它的一个箱子搬进了棚子。`],
    ['Markdown', (i) => `- \`src/shed${String(i)}.ts\`: **moved** (see #${String(i)})\n`],
  ] satisfies [string, (i: number) => string][]) {
    it(`shows a narrative of 2,000 tokens of ${language} in full, next to its facts and exchanges`, async () => {
      const caller = await test.caller();
      let [summary, count] = ['', 0];
      while (encode(summary + sentence(count)).length < 1_990) summary += sentence((count += 1));
      summary += 'That was all.';
      await test.memory.chunks.append(caller, { content: 'The shed is locked.' });
      const ending = { oneLiner: 'Moved', summary, keyFacts: ['The shed has one door.'] };
      const { id } = await test.memory.sessions.end(caller, ending);
      const { markdown } = await test.memory.sessionDetails.get(caller, id);
      const last = sentence(count).trim();
      for (const part of [last, 'That was all.', 'The shed has one door.', 'The shed is locked.'])
        assert.ok(markdown.includes(part), part);
      assert.doesNotMatch(markdown, /marks shortened|…\n/u);
    });
  }

  it('marks a narrative of more than 2,000 tokens as shortened', async () => {
    const caller = await test.caller();
    const summary = Array.from({ length: 300 }, (_, i) => `The wombat moved box ${String(i)} to the shed. `).join('');
    const { id } = await test.memory.sessions.end(caller, { oneLiner: 'Moved', summary });
    const { markdown } = await test.memory.sessionDetails.get(caller, id);
    assert.match(markdown, /box 150 .*…\n\n_"…" marks shortened text; the memory page shows the whole session\._$/su);
  });
});

describe('the sessions in a context block', () => {
  it('stay there after many chats that were opened and closed without a word', async () => {
    const test = openTestMemory();
    try {
      const chat = (conversationId: string): Promise<Caller> => test.caller({ conversationId });
      const first = await chat('first');
      await test.memory.sessions.end(first, { oneLiner: 'Chose Vite over Webpack' });
      for (let n = 0; n < 45; n += 1) {
        test.pass(1);
        const caller = await chat(`empty ${String(n)}`);
        await test.memory.sessions.start(caller);
        await test.memory.sessions.close(caller);
      }
      const { markdown } = await test.memory.context.build(await chat('now'));
      assert.match(markdown, /Chose Vite over Webpack/u);
      assert.doesNotMatch(markdown, /Nothing is remembered|more: /u);
    } finally {
      await test.close();
    }
  });
});

describe('the budget of a context block', () => {
  it('has fixed shares by default', () => {
    const plan = {
      total: 1300,
      handOff: 200,
      knowledge: 500,
      profile: 300,
      facts: 420,
      files: 260,
      tier1: 800,
      factLine: 80,
      knowledgeEntries: 5,
    };
    assert.deepEqual(contextBudgetOf(), plan);
  });

  for (const contextTokens of [300, 650, 4000]) {
    for (const [language, sentence] of Object.entries(languages).slice(0, 2)) {
      it(`of ${String(contextTokens)} tokens is respected and used by facts, sessions and knowledge in ${language}`, async () => {
        const test = openTestMemory('personal', 'native', { contextTokens });
        try {
          const caller = await test.caller();
          const { memory } = test;
          const long = Array.from({ length: 400 }, (_, i) => sentence(i)).join('');
          await memory.profiles.update(caller, {
            role: long.slice(0, 500),
            preferences: long.slice(0, 5_000),
            pinnedFacts: Array.from({ length: 20 }, (_, i) => sentence(i)),
          });
          for (let i = 0; i < 60; i += 1)
            await memory.facts.store(caller, { category: 'codebase', fact: `${String(i)} ${sentence(i)}` });
          for (let i = 0; i < 20; i += 1)
            await memory.knowledge.promote(caller, {
              category: 'pattern',
              title: `T${String(i)}`,
              content: clipToTokens(long.slice(i, 2_000), 480),
            });
          for (let i = 0; i < 30; i += 1) {
            const chat = await test.caller({ conversationId: `chat-${String(i)}` });
            await memory.sessions.end(chat, { oneLiner: Array.from(sentence(i)).slice(0, 90).join('') });
          }
          const { markdown, tokens, shown } = await memory.context.build(caller, { tools: contextTools });
          assert.ok(encode(markdown).length <= contextTokens, `${String(encode(markdown).length)} tokens`);
          assert.ok(tokens <= contextTokens && tokens > contextTokens * 0.5, `estimated ${String(tokens)}`);
          const has = (heading: string): boolean => markdown.includes(`### ${heading}`);
          assert.ok(has('🌐') && has('👤'), markdown);
          if (contextTokens > 300) assert.ok(has('🗂️') || has('📅'), markdown);
          if (contextTokens > 1300) assert.ok(has('📌') && has('🗂️') && has('📅'), markdown);
          assert.ok(shown.some(({ kind }) => kind === 'knowledge'));
        } finally {
          await test.close();
        }
      });
    }
  }
});

describe('the context block of what sessions taught', () => {
  it('has what was stored on purpose, and of what was only learned the rules that hold whatever one does', async () => {
    const test = openTestMemory();
    const shop = { key: 'github.com/acme/shop', name: 'shop' };
    const ada = await test.caller({ project: shop, conversationId: 'chat-1' });
    const says = {
      rule: 'Tests never wait for a clock, they get one.',
      local: 'The port of the ledger is always read from its settings.',
      trap: 'The parser of the ledger drops the last line without a line break.',
      choice: 'The ledger is kept in cents, because floats lose money.',
    };
    await recordChat(test, ada, 'chat-1', [`${says.rule} ${says.local} ${says.choice}`, says.trap]);
    const { sessions } = await test.memory.sessions.list(ada, { scope: 'all', limit: 1 });
    const id = sessions[0]?.id ?? '';
    await test.memory.learning.keep(ada, id, [
      { type: 'convention', text: says.rule, quote: says.rule, about: ['npm test', 'tests'] },
      { type: 'convention', text: says.local, quote: says.local, about: ['readPort', 'src/ledger.ts'] },
      { type: 'gotcha', text: says.trap, quote: says.trap },
    ]);
    const evidence = await test.memory.learning.evidenceFor(ada, id, {
      ...{ type: 'decision', text: says.choice, quote: says.choice },
    });
    assert.notEqual(evidence, undefined);
    await test.memory.facts.store(ada, { category: 'decision', fact: says.choice, evidence });
    const other = await test.caller({ project: shop, conversationId: 'chat-2' });
    const { markdown } = await test.memory.context.build(other, { tools: contextTools });
    await test.close();
    const facts = markdown.split('\n').filter((line) => line.startsWith('- **['));
    assert.equal(facts.length, 2, markdown);
    assert.ok(facts.some((line) => line.includes(says.rule)) && facts.some((line) => line.includes(says.choice)));
  });
});

describe('the context block of a large store', () => {
  const shop = { key: 'github.com/acme/shop', name: 'shop' };
  let test: TestMemory;
  let block: string;

  before(async () => {
    test = openTestMemory();
    const ada = await test.caller({ project: shop });
    const elsewhere = await test.caller({ project: { key: 'github.com/acme/other', name: 'other' } });
    const snapshot = await test.memory.portability.export('ada');
    const at = (i: number): string => new Date(Date.parse('2025-01-01T00:00:00.000Z') + i * 3_600_000).toISOString();
    const row = { user_id: ada.user.id, agent_id: ada.agent.id, version: 1 };
    const fact = (i: number, cells: SnapshotRow): SnapshotRow => {
      return {
        ...row,
        id: i,
        uid: `f-${String(i)}`,
        category: 'codebase',
        fact: `Fact ${String(i)} about the code.`,
        confidence: 0.8,
        created_at: at(i),
        updated_at: at(i),
        ...cells,
      };
    };
    snapshot.tables.facts = [
      ...Array.from({ length: 9_000 }, (_, i) => fact(i + 1, { project_id: ada.project?.id ?? null })),
      ...Array.from({ length: 900 }, (_, i) =>
        fact(i + 9_001, { project_id: elsewhere.project?.id ?? null, confidence: 1 }),
      ),
      ...Array.from({ length: 99 }, (_, i) =>
        fact(i + 9_901, { category: 'preference', fact: `Likes thing ${String(i)}.` }),
      ),
      fact(10_000, { fact: 'Answers in haiku.', category: 'preference', confidence: 1, updated_at: at(0) }),
    ];
    snapshot.tables.sessions = Array.from({ length: 5_000 }, (_, i) => ({
      ...row,
      id: `s-${String(i).padStart(6, '0')}`,
      started_at: at(i),
      ended_at: at(i + 1),
      one_liner: `Session ${String(i)}`,
      topics: 'a, b',
      outcome: 'Done.',
      importance: i === 17 ? 10 : 5,
      has_tier2: 0,
      external_id: null,
      origin: 'live',
      project_id: ada.project?.id ?? null,
    }));
    await test.memory.portability.import(JSON.stringify(snapshot), 'ada');
    ({ markdown: block } = await test.memory.context.build(ada, { tools: contextTools }));
  });
  after(() => test.close());

  it('stays within 1,300 tokens for 10,000 facts and 5,000 sessions', () => {
    assert.ok(encode(block).length <= 1300, `${String(encode(block).length)} tokens`);
    assert.ok(encode(block).length > 350, 'the budget is used');
  });

  it('includes preferences next to the facts of the project, but no facts of other projects', () => {
    assert.match(block, /Answers in haiku\./u, 'the preference with the highest confidence, although it is old');
    assert.match(block, /#9000 Fact 9000 about the code\./u, 'the newest fact of the project');
    assert.doesNotMatch(block, /#9[0-8]\d[1-9] Fact 9[0-8]/u);
  });

  it('includes the newest sessions and an old, important one', () => {
    for (const headline of ['Session 4999', 'Session 4998', 'Session 17'])
      assert.ok(block.includes(` ${headline} → Done.`), headline);
    assert.match(block, /Recent sessions \(1 older and important\)/u);
    assert.equal(block.match(/^- \S+ `s-0/gmu)?.length, 4);
  });

  it('says how much more there is and how to read it', () => {
    assert.match(block, /_9,0\d\d more: memory_search\._/u);
    assert.match(block, /_4,9[89]\d more: memory_list_sessions\._/u);
  });
});
