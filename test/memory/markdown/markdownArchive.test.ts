/** What an archive shows of a store with texts that are older than the present rules for secrets. */
import assert from 'node:assert/strict';
import type { Fact } from '../../../src/memory/facts/facts.ts';
import { indexPage, projectPage } from '../../../src/memory/markdown/listPages.ts';
import { MarkdownArchive } from '../../../src/memory/markdown/markdownArchive.ts';
import { sessionPath } from '../../../src/memory/markdown/pageNames.ts';
import type { Caller } from '../../../src/memory/shared/identity.ts';
import { openTestMemory } from '../../support/memory.ts';
import type { TestMemory } from '../../support/memory.ts';
import { aMessage, aSession } from './aSession.ts';

const old = 'swordfish';
const decision = { decidedBy: old, assistedBy: [old], rationale: old, alternatives: [old] };
const session = aSession({
  ...{ oneLiner: old, topics: [old], outcome: old, projectName: old, agentName: old, branches: [old] },
});
const summary = { summary: old, keyFacts: [old], codeRefs: [old] };
const chunk = { id: 5, sessionId: 's', userId: 'u', role: 'user', seq: 1, origin: null, createdAt: '' } as const;
const chunks = [{ ...chunk, content: `Kept ${old}`, flagReason: old, speaker: old, tags: [old], sourceRef: old }];
const messages = [
  aMessage(old, { role: old, type: 'tool_use', tool: old, files: [old], speaker: old, sourceRef: old }),
];
const sessionFact = { id: 1, category: old, type: 'decision', confidence: 1, deprecated: false } as const;

describe('the Markdown of older texts', () => {
  let test: TestMemory;
  let ada: Caller;
  let fact: Fact;
  before(async () => {
    test = openTestMemory();
    ada = await test.caller();
    ({ fact } = await test.memory.facts.store(ada, { fact: 'The boat is blue', category: 'codebase' }));
  });
  after(() => test.close());

  const archiveOf = (facts: readonly Fact[]): MarkdownArchive =>
    new MarkdownArchive({
      sessions: {
        listRevisions: () => Promise.resolve([{ session, revision: '' }]),
        idOf: () => Promise.resolve(session.id),
        get: () => Promise.resolve({ session, summary }),
        factsOf: () => Promise.resolve({ facts: [{ ...sessionFact, fact: old, rationale: old }], total: 1 }),
      },
      chunks: { listBySession: () => Promise.resolve({ chunks, total: 1 }) },
      archive: { listBySession: () => Promise.resolve({ messages, total: 1 }) },
      facts: {
        list: (_caller, _scope, limit) => Promise.resolve({ facts: facts.slice(0, limit), total: facts.length }),
      },
      clock: test.ports.clock,
      redact: (text) => ({ text: text.replaceAll(old, '[gone]'), removed: 0, rules: [] }),
    });

  it('loses a secret from every field, and from every name, by the present rules', async () => {
    const stored = { ...fact, fact: old, tags: [old], projectId: 'p1', projectName: old, decision };
    const archive = archiveOf([stored]);
    const texts = [await archive.session(ada, session.id), (await archive.excerpt(ada, session.id, 0)).text];
    const projects = (await archive.projects(ada)).map((page) => ({
      page,
      path: `projects/${page.project?.name ?? ''}`,
    }));
    const sessions = (await archive.revisions(ada)).map((one) => ({
      session: one.session,
      path: sessionPath(one.session, 'UTC', new Set()),
    }));
    const pages = [...projects.map(({ page }) => projectPage(page, 'UTC')), indexPage(sessions, projects)];
    for (const text of [...texts, ...pages]) {
      assert.match(text, /\[gone|gone\]/u);
      assert.doesNotMatch(text, /swordfish/u);
    }
    const [shown] = texts;
    assert.equal(shown?.match(/\[gone\]/gu)?.length, 19, shown);
  });

  it('has the facts of every project, however many newer ones there are', async () => {
    const newer = Array.from({ length: 10_001 }, (_, id) => ({ ...fact, id: id + 2 }));
    const pages = await archiveOf([...newer, { ...fact, projectId: 'p1', projectName: 'harbour' }]).projects(ada);
    assert.deepEqual(
      pages.map(({ project, facts }) => [project?.name, facts.length]),
      [
        [undefined, 10_001],
        ['harbour', 1],
      ],
    );
  });
});
