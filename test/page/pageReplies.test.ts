/**
 * Queries and commands of the web UI over a real store: every answer fits the protocol, and commands other than
 * erasures can be undone.
 */
import assert from 'node:assert/strict';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { replyTo } from '../../src/page/pageReplies.ts';
import type { PageHost } from '../../src/page/shared/pageHost.ts';
import type { CommandResult, PageCommand } from '../../src/protocol/commands.ts';
import type { FailureCard } from '../../src/protocol/failure.ts';
import type { AnswerTo, QueryOf, QueryType } from '../../src/protocol/queries.ts';
import type { KnowledgeFilterCard } from '../../src/protocol/recall/knowledge.ts';
import type { TestMemory } from '../support/memory.ts';
import { anyKnowledge } from '../support/anyKnowledge.ts';
import { openTestMemory } from '../support/memory.ts';
import {
  hostFor,
  refusal as refusalOn,
  runCommand as runCommandOn,
  runQuery as runQueryOn,
  undo as undoOn,
} from './support.ts';

const reader = { today: '2026-03-30', timeZone: 'Europe/Berlin' };
describe('the page', () => {
  let open: TestMemory;
  let ada: Caller;
  const notes: string[] = [];
  beforeEach(async () => {
    open = openTestMemory();
    ada = await open.caller();
    notes.length = 0;
  });
  afterEach(() => open.close());

  const host = (caller: Caller): PageHost => hostFor(caller, open, (text) => notes.push(text));
  const runQuery = <Type extends QueryType>(
    type: Type,
    question: Omit<QueryOf<Type>, 'type'>,
    caller = ada,
  ): Promise<AnswerTo<Type>> => runQueryOn(host(caller), type, question);
  const runCommand = (command: PageCommand, caller = ada): Promise<CommandResult> =>
    runCommandOn(host(caller), command);
  const undo = (card: CommandResult): Promise<void> => undoOn(host(ada), card);
  const refusal = (command: PageCommand, caller = ada): Promise<FailureCard> => refusalOn(host(caller), command);

  async function remember(text: string, category = 'decision'): Promise<number> {
    return (await open.memory.facts.store(ada, { category, fact: text })).fact.id;
  }

  async function texts(part: Partial<KnowledgeFilterCard> = {}): Promise<string[]> {
    const filter = { ...anyKnowledge, type: 'fact' as const, ...part };
    const { items } = await runQuery('knowledge', { filter, order: 'oldest', offset: 0, limit: 100 });
    return items.map(({ text }) => text);
  }

  /** Their numbers. */
  async function hypotheses(part: Partial<KnowledgeFilterCard>): Promise<number[]> {
    const filter: KnowledgeFilterCard = { ...anyKnowledge, type: 'hypothesis', ...part };
    const { items } = await runQuery('knowledge', { filter, order: 'newest', offset: 0, limit: 10 });
    return items.map(({ id }) => Number(id));
  }

  it('reports an empty store as unused', async () => {
    const overview = await runQuery('overview', {});
    assert.deepEqual([overview.isUnused, overview.user, overview.actions], [true, 'ada', ['rememberNote']]);
    await remember('The lights are green');
    assert.equal((await runQuery('overview', {})).isUnused, false);
  });

  it('answers queries about a store in use', async () => {
    const { session } = await open.memory.sessions.start(ada);
    const id = await remember('The harbour lights are green');
    await open.memory.chunks.append(ada, { content: 'Which quay?', flagReason: 'asked twice' });
    await open.memory.hypotheses.add(ada, { hypothesis: 'The tide is late' });
    await open.memory.knowledge.promote(ada, { category: 'standard', title: 'Moor', content: 'Moor at the west quay' });
    await open.memory.sessions.end(ada, { oneLiner: 'Lit the harbour', topics: ['lights'], summary: 'All green.' });
    const profile = await runQuery('profile', reader);
    assert.deepEqual(profile.topics, [{ topic: 'lights', sessions: 1 }]);
    assert.ok(profile.badges.some(({ id: badge, earnedOn }) => badge === 'first-memory' && earnedOn === reader.today));
    const calendar = await runQuery('calendar', { ...reader, year: null });
    assert.deepEqual(calendar.days, [{ day: reader.today, sessions: 1 }]);
    const anyTime = { project: null, since: null, until: null, withEmpty: false, offset: 0, limit: 10 };
    const { sessions } = await runQuery('sessions', { ...anyTime, topic: 'LIGHT' });
    assert.deepEqual([sessions[0]?.headline, sessions[0]?.facts, sessions[0]?.chunks], ['Lit the harbour', 1, 1]);
    const detail = await runQuery('session', { id: session.id, at: null, message: null });
    assert.deepEqual([detail.summary, detail.factsOfIt[0]?.id], ['All green.', String(id)]);
    const found = await runQuery('search', { query: 'What colour are the lights?', filter: anyKnowledge, limit: 10 });
    assert.equal(found.found[0]?.memory.text, 'The harbour lights are green');
    assert.ok(found.found[0].why.words.length > 0);
    const fact = await runQuery('memory', { ref: { kind: 'fact', id: String(id) } });
    assert.deepEqual([fact.sessionId, fact.sessionHeadline, fact.mayChange], [session.id, 'Lit the harbour', true]);
    assert.equal((await hypotheses({ state: 'unconfirmed' })).length, 1);
    assert.deepEqual((await runQuery('inbox', { offset: 0, limit: 10 })).proposals, []);
    assert.ok((await runQuery('choices', {})).agents.some(({ name }) => name === 'tests'));
    const { findings, engine } = await runQuery('health', {});
    assert.ok(findings.length > 0);
    assert.equal(engine, 'node:sqlite');
  });

  it('finds only memories of the requested agent', async () => {
    await remember('The harbour lights are green');
    const query = { query: 'harbour lights', limit: 10 };
    assert.equal((await runQuery('search', { ...query, filter: { ...anyKnowledge, agent: 'tests' } })).found.length, 1);
    assert.equal(
      (await runQuery('search', { ...query, filter: { ...anyKnowledge, agent: 'cursor' } })).found.length,
      0,
    );
  });

  it('returns enough results for one agent, however many memories another one stored', async () => {
    const cursor = { name: 'cursor', version: null };
    const visitor = { username: 'ada', agent: cursor, project: undefined, conversationId: null };
    const other = await open.memory.identities.resolve(visitor);
    for (let pier = 1; pier <= 30; pier += 1) {
      const fact = `The harbour lights of pier ${String(pier)} are green`;
      await open.memory.facts.store(other, { category: 'decision', fact });
    }
    for (const boat of ['ferry', 'tug', 'barge']) await remember(`The ${boat} sees harbour lights late in the evening`);
    const filter = { ...anyKnowledge, agent: 'tests' };
    const answer = await runQuery('search', { query: 'harbour lights', limit: 3, filter });
    assert.deepEqual(
      [answer.found.map(({ memory }) => memory.agent), answer.searched],
      [['tests', 'tests', 'tests'], 3],
    );
    const theirs = await runQuery('search', {
      query: 'harbour lights',
      limit: 20,
      filter: { ...filter, agent: 'cursor' },
    });
    assert.deepEqual([theirs.found.length, theirs.searched], [20, 30]);
  });

  it('edits, deprecates, supersedes and pins a fact, and undoes each', async () => {
    const id = await remember('We deploy on Thursdays');
    const edited = await runCommand({
      ...{ type: 'editFact', id, version: 1, text: 'We deploy on Fridays' },
      ...{ category: null, factType: null, confidence: null, tags: null, expires: null },
    });
    assert.deepEqual(await texts(), ['We deploy on Fridays']);
    await undo(edited);
    assert.deepEqual(await texts(), ['We deploy on Thursdays']);

    const deprecated = await runCommand({ type: 'deprecateFact', id, reason: 'No longer so' });
    assert.deepEqual(await texts(), []);
    assert.deepEqual(await texts({ state: 'deprecated' }), ['We deploy on Thursdays']);
    await undo(deprecated);
    assert.deepEqual(await texts(), ['We deploy on Thursdays']);

    const newer = { type: 'supersedeFact', id, text: 'We deploy daily', category: null, confidence: null } as const;
    const superseded = await runCommand(newer);
    assert.deepEqual(await texts(), ['We deploy daily']);
    await undo(superseded);
    assert.deepEqual(await texts(), ['We deploy on Thursdays']);

    const pinned = await runCommand({ type: 'pin', text: 'We deploy on Thursdays' });
    assert.deepEqual((await runQuery('profile', reader)).pinnedFacts, ['We deploy on Thursdays']);
    await undo(pinned);
    assert.deepEqual((await runQuery('profile', reader)).pinnedFacts, []);
  });

  it('keeps pins in step with their facts', async () => {
    const pinned = async (): Promise<string[]> => (await runQuery('profile', reader)).pinnedFacts;
    const id = await remember('We deploy on Thursdays');
    await runCommand({ type: 'pin', text: 'First' });
    await runCommand({ type: 'pin', text: 'We deploy on Thursdays' });
    await runCommand({ type: 'pin', text: 'Last' });
    const unchanged = { category: null, confidence: null };
    const text = 'We deploy daily';
    const kept = { factType: null, tags: null, expires: null, ...unchanged };
    const edited = await runCommand({ type: 'editFact', id, version: 1, text, ...kept });
    assert.deepEqual(await pinned(), ['First', 'We deploy daily', 'Last']);
    await undo(edited);
    assert.deepEqual(await pinned(), ['First', 'We deploy on Thursdays', 'Last']);
    const superseded = await runCommand({ type: 'supersedeFact', id, text: 'We deploy hourly', ...unchanged });
    assert.deepEqual(await pinned(), ['First', 'We deploy hourly', 'Last']);
    await undo(superseded);
    assert.deepEqual(await pinned(), ['First', 'We deploy on Thursdays', 'Last']);
    const deprecated = await runCommand({ type: 'deprecateFact', id, reason: 'No longer so' });
    assert.deepEqual(await pinned(), ['First', 'Last']);
    await undo(deprecated);
    assert.deepEqual(await pinned(), ['First', 'We deploy on Thursdays', 'Last']);
  });

  it('updates the profile field by field', async () => {
    await runCommand({ type: 'updateProfile', role: 'Harbour master', preferences: null, pinnedFacts: null });
    const changed = await runCommand({
      type: 'updateProfile',
      role: null,
      preferences: 'Short answers',
      pinnedFacts: ['A'],
    });
    await undo(changed);
    const { role, preferences, pinnedFacts } = await runQuery('profile', reader);
    assert.deepEqual([role, preferences, pinnedFacts], ['Harbour master', null, []]);
  });

  it('stores and undoes a note, and reports a redacted secret', async () => {
    const stored = await runCommand({
      type: 'storeFact',
      text: 'The token is ghp_0123456789abcdefghijklmnopqrstuvwxyzABCD here',
      category: 'codebase',
    });
    assert.equal(stored.redacted, 1);
    assert.equal(stored.made?.kind, 'fact');
    await undo(stored);
    assert.deepEqual(await texts(), []);
  });

  it('renames and ends a session, and resolves a hypothesis', async () => {
    const { session } = await open.memory.sessions.start(ada);
    await runCommand({
      type: 'renameSession',
      id: session.id,
      version: session.version,
      headline: 'At work on the quay',
    });
    const renamed = await runQuery('session', { id: session.id, at: null, message: null });
    assert.deepEqual([renamed.headline, renamed.open], ['At work on the quay', true]);
    const again = await runCommand({
      type: 'renameSession',
      id: session.id,
      version: renamed.version,
      headline: 'Done',
    });
    await undo(again);
    assert.equal(
      (await runQuery('session', { id: session.id, at: null, message: null })).headline,
      'At work on the quay',
    );
    await runCommand({ type: 'endSession', id: session.id, headline: 'Built the quay', topics: 'Quay, #stone' });
    const ended = await runQuery('session', { id: session.id, at: null, message: null });
    assert.deepEqual([ended.open, ended.topics], [false, ['quay', 'stone']]);

    const { hypothesis } = await open.memory.hypotheses.add(ada, { hypothesis: 'The tide is late' });
    const resolve = {
      type: 'resolveHypothesis',
      id: hypothesis.id,
      status: 'refuted',
      resolution: 'It was not',
    } as const;
    await undo(await runCommand(resolve));
    assert.equal((await hypotheses({ state: 'unconfirmed' })).length, 1);
  });

  it('adds and reopens a hypothesis, and undoing either loses nothing', async () => {
    const journal = async (): Promise<(string | null)[][]> => {
      const named = await Promise.all((await hypotheses({ state: 'all' })).map((id) => runQuery('hypothesis', { id })));
      return named.map(({ status, resolution }) => [status, resolution]);
    };
    const noted = await runCommand({ type: 'addHypothesis', text: 'The tide is late', confidence: 0.4 });
    assert.deepEqual(
      (await runCommand({ type: 'addHypothesis', text: 'the tide is late', confidence: 0.9 })).undo,
      null,
    );
    const [only] = await hypotheses({ state: 'unconfirmed' });
    assert.ok(only !== undefined);
    const hypothesis = await runQuery('hypothesis', { id: only });
    assert.deepEqual([hypothesis.text, hypothesis.confidence], ['The tide is late', 0.4]);
    const { id } = hypothesis;
    await runCommand({ type: 'resolveHypothesis', id, status: 'refuted', resolution: 'It was not' });
    const reopened = await runCommand({ type: 'reopenHypothesis', id, version: hypothesis.version + 1 });
    assert.deepEqual(await journal(), [['open', null]]);
    await undo(reopened);
    assert.deepEqual(await journal(), [['refuted', 'It was not']]);
    await runCommand({ type: 'reopenHypothesis', id, version: hypothesis.version + 3 });
    await undo(noted);
    assert.equal((await journal())[0]?.[0], 'abandoned');
  });

  it('erases exactly what was previewed, and rejects an outdated preview', async () => {
    const { session } = await open.memory.sessions.start(ada);
    await open.memory.chunks.append(ada, { content: 'Which quay?' });
    const ref = { kind: 'session' as const, id: session.id };
    const shown = await runQuery('erasure', { ref });
    await open.memory.chunks.append(ada, { content: 'The west one' });
    assert.equal((await refusal({ type: 'erase', ref, expected: shown.expected })).code, 'conflict');
    const { expected } = await runQuery('erasure', { ref });
    assert.deepEqual((await runCommand({ type: 'erase', ref, expected })).undo, null);
    assert.equal((await runQuery('overview', {})).totals.chunks, 0);
  });

  it('erases a project as previewed, then everything of the user', async () => {
    const elsewhere = await open.caller({ project: { key: 'github.com/acme/quay', name: 'quay' } });
    await open.memory.facts.store(elsewhere, { category: 'decision', fact: 'Said at the quay' });
    await remember('Said at home');
    const { projects, username } = await runQuery('erasable', {});
    const facts = (counts: { what: string; count: number }[]): number | undefined =>
      counts.find(({ what }) => what === 'facts')?.count;
    assert.equal(facts(projects.find(({ key }) => key === 'github.com/acme/quay')?.goes ?? []), 1);
    const scope = { kind: 'project' as const, id: 'github.com/acme/quay' };
    const shown = await runQuery('scopeErasure', { scope });
    await open.memory.facts.store(elsewhere, { category: 'decision', fact: 'Said meanwhile' });
    assert.equal((await refusal({ type: 'eraseScope', scope, expected: shown.expected })).code, 'conflict');
    const { expected, goes } = await runQuery('scopeErasure', { scope });
    assert.equal(facts(goes), 2);
    assert.deepEqual((await runCommand({ type: 'eraseScope', scope, expected })).undo, null);
    assert.deepEqual(await texts(), ['Said at home']);
    const me = { kind: 'user' as const, id: username };
    await runCommand({
      type: 'eraseScope',
      scope: me,
      expected: (await runQuery('scopeErasure', { scope: me })).expected,
    });
    ada = await open.caller();
    assert.deepEqual(await texts(), []);
  });

  it('hides one user’s data from another, who cannot erase it', async () => {
    await remember('Mine alone');
    const bob = await open.caller({ username: 'bob' });
    assert.deepEqual((await runQuery('erasable', {}, bob)).everything, []);
    const scope = { kind: 'user' as const, id: 'ada' };
    const { expected } = await runQuery('scopeErasure', { scope });
    assert.equal((await refusal({ type: 'eraseScope', scope, expected }, bob)).code, 'not_allowed');
    assert.deepEqual(await texts(), ['Mine alone']);
  });

  it('rejects a change of another user’s fact as not found', async () => {
    const id = await remember('Mine alone');
    const bob = await open.caller({ username: 'bob' });
    const failure = await refusal({ type: 'deprecateFact', id, reason: 'Not mine' }, bob);
    assert.equal(failure.code, 'not_found', 'Guessing ids must not reveal what other users remember.');
    assert.deepEqual(await texts(), ['Mine alone']);
  });

  it('logs an internal error, and returns a remedy', async () => {
    const failing: PageHost = { ...host(ada), use: () => Promise.reject(new TypeError('test failure')) };
    const reply = await replyTo({ type: 'ask', id: 1, question: { type: 'overview' } }, failing);
    assert.ok(reply.type === 'failure' && reply.failure.code === 'internal');
    assert.deepEqual(reply.failure.remedy, { code: 'run_doctor' }, 'The page writes the text of the remedy.');
    assert.equal(notes.length, 1);
  });

  it('rejects a limit that is too high', async () => {
    const question = { type: 'inbox', offset: 0, limit: 100_000 } as const;
    const reply = await replyTo({ type: 'ask', id: 1, question }, host(ada));
    assert.ok(reply.type === 'failure' && reply.failure.code === 'invalid_input');
  });
});
