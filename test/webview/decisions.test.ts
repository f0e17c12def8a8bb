/** What a person types about a decision, and the commands that it becomes. */
import assert from 'node:assert/strict';
import { maxBadRating, verdictFrom } from '../../src/memory/decisions/ratings.ts';
import type { DraftCard } from '../../src/protocol/decisions/decisions.ts';
import { decidersText, isBadOutcome, outcomeText } from '../../webview/parts/domain/decisionWords.ts';
import { expiryText, typeOrCategoryName } from '../../webview/parts/domain/memoryWords.ts';
import { namesFile, withShortIds } from '../../webview/parts/domain/source.ts';
import {
  emptyDecision,
  fieldsOfDraft,
  fieldsOfMemory,
  inputFrom,
  problemsIn,
} from '../../webview/views/decisions/decisionFields.ts';
import { whyIncomplete } from '../../webview/views/decisions/draftCard.ts';
import type { EditDraft, OpenedDraft } from '../../webview/views/decisions/openedDraft.ts';
import {
  beginDraft,
  commandFrom,
  isOpenedDraft,
  overtaken,
  rebased,
  withTheirs,
} from '../../webview/views/decisions/openedDraft.ts';
import {
  emptyOutcome,
  outcomeFrom,
  outcomeProblemsIn,
  verdictIn,
} from '../../webview/views/decisions/outcomeFields.ts';
import { aMemory, someDetails } from './aMemory.ts';

const draft: DraftCard = {
  id: 5,
  quote: 'We use Vite because builds took a minute.',
  title: 'We use Vite because builds took a minute',
  decidedBy: 'Ada',
  assistedBy: ['cursor', 'codex'],
  rationale: 'Builds took a minute.',
  alternatives: ['webpack', 'rollup'],
  project: 'harbour',
  sessionId: 's-1',
  sessionHeadline: '',
  createdAt: '2026-03-01T10:00:00.000Z',
  readsLikeOrders: false,
};

describe('the decisions of the page', () => {
  const earlier = Object.getOwnPropertyDescriptor(globalThis, 'document');
  before(() =>
    Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang: 'en' } }, configurable: true }),
  );
  after(() => {
    if (earlier === undefined) Reflect.deleteProperty(globalThis, 'document');
    else Object.defineProperty(globalThis, 'document', earlier);
  });

  const memory = aMemory({ project: 'harbour', decision: someDetails() });
  const edited = (fields: Partial<EditDraft['fields']>): EditDraft => {
    const begun = beginDraft(memory, 'edit');
    assert.ok(begun.type === 'edit');
    return { ...begun, fields: { ...begun.fields, ...fields } };
  };

  it('say what is missing for each required field, and nothing about optional ones', () => {
    assert.deepEqual(Object.keys(problemsIn(emptyDecision)), ['title', 'decidedBy', 'project', 'rationale']);
    const blank = { ...emptyDecision, title: 'A', decidedBy: ' ', project: 'p', rationale: 'r' };
    assert.deepEqual(problemsIn(blank), { decidedBy: 'Enter who decided.' });
  });

  it('read agents between commas and alternatives from lines', () => {
    const fields = {
      ...emptyDecision,
      title: ' Use Vite ',
      assistedBy: 'cursor, , codex',
      alternatives: 'a, b\n\n c ',
    };
    const { title, assistedBy, alternatives, project } = inputFrom(fields);
    assert.deepEqual(
      [title, assistedBy, alternatives, project],
      ['Use Vite', ['cursor', 'codex'], ['a, b', 'c'], null],
    );
  });

  it('turn a draft into fields without loss', () => {
    const { title, decidedBy, assistedBy, rationale, alternatives, project } = draft;
    assert.deepEqual(inputFrom(fieldsOfDraft(draft)), {
      ...{ title, decidedBy, assistedBy, rationale, alternatives, project },
    });
  });

  it('start the details of an old fact with the agent that stored it', () => {
    const fieldsOf = (agent: string | null): string => fieldsOfMemory(aMemory({ agent })).assistedBy;
    assert.deepEqual(['cursor', 'bigmind', null].map(fieldsOf), ['cursor', '', '']);
    assert.equal(fieldsOfMemory(aMemory({ agent: 'cursor', decision: someDetails() })).assistedBy, 'claude-code');
  });

  it('approve a draft only with a rationale and a project', () => {
    assert.equal(whyIncomplete(draft), undefined);
    assert.match(whyIncomplete({ ...draft, rationale: null }) ?? '', /rationale/u);
    assert.match(whyIncomplete({ ...draft, project: null }) ?? '', /project/u);
    assert.match(whyIncomplete({ ...draft, rationale: null, project: null }) ?? '', /rationale and the project/u);
  });

  it('save an edit with all details, but the title only if it changed', () => {
    assert.equal(commandFrom(edited({}), memory), undefined);
    const command = commandFrom(edited({ rationale: 'Sailors know green.' }), memory);
    assert.deepEqual(command, {
      type: 'completeDecision',
      ...{ id: 7, version: 3, title: null, project: 'harbour' },
      ...{ decidedBy: 'Ada', assistedBy: ['claude-code'], rationale: 'Sailors know green.' },
      alternatives: ['Red lights: they mean port'],
    });
    const renamed = commandFrom(edited({ title: 'The lights are white' }), memory);
    assert.ok(renamed?.type === 'completeDecision');
    assert.equal(renamed.title, 'The lights are white');
  });

  it('adopt changes from elsewhere in untouched fields, and report the others', () => {
    const typed = edited({ rationale: 'Sailors know green.' });
    const now = aMemory({
      project: 'harbour',
      version: 4,
      decision: someDetails({ decidedBy: 'Bob', rationale: 'It is the law.' }),
    });
    const moved = rebased(typed, now);
    assert.deepEqual([moved.fields.decidedBy, moved.fields.rationale], ['Bob', 'Sailors know green.']);
    assert.deepEqual(overtaken(moved, now), ['rationale']);
    assert.deepEqual(withTheirs(moved, now).fields, fieldsOfMemory(now));
  });

  it('replace a decision with new reasons in its project', () => {
    const begun = beginDraft(memory, 'replace');
    assert.ok(begun.type === 'replace');
    const { rationale, alternatives, project, decidedBy } = begun.fields;
    assert.deepEqual([rationale, alternatives, project, decidedBy], ['', '', 'harbour', 'Ada']);
    const fields = { ...begun.fields, title: 'The lights are white', rationale: 'LEDs.' };
    const command = commandFrom({ ...begun, fields }, memory);
    assert.ok(command?.type === 'saveDecision');
    assert.deepEqual([command.supersedes, command.title, command.draft], [7, 'The lights are white', null]);
  });

  it('suggest the verdict of a rating as the memory does, unless one is chosen', () => {
    for (let rating = 1; rating <= 10; rating += 1) {
      assert.equal(verdictIn({ rating: String(rating), verdict: '' }), verdictFrom(undefined, rating));
      assert.equal(isBadOutcome({ rating, verdict: 'mixed' }), rating <= maxBadRating);
    }
    assert.equal(verdictIn({ rating: '9', verdict: 'open' }), 'open');
    assert.equal(isBadOutcome({ rating: 9, verdict: 'reversed' }), true);
  });

  it('record an outcome of today as of now, and one of another day at its start', () => {
    const fields = { ...emptyOutcome(), rating: '8', notes: ' Fine. ' };
    const today = outcomeFrom(7, fields);
    assert.deepEqual([today.observedAt, today.notes, today.rating, today.verdict], [null, 'Fine.', 8, 'held']);
    const day = new Date(outcomeFrom(7, { ...fields, day: '2026-02-03' }).observedAt ?? '');
    assert.deepEqual([day.getFullYear(), day.getMonth(), day.getDate(), day.getHours()], [2026, 1, 3, 0]);
  });

  it('require a rating, notes, and a day that is not in the future', () => {
    assert.deepEqual(Object.keys(outcomeProblemsIn(emptyOutcome())), ['rating', 'notes']);
    const future = { ...emptyOutcome(), rating: '11', notes: 'x', day: '9999-01-01' };
    assert.deepEqual(Object.keys(outcomeProblemsIn(future)), ['rating', 'day']);
  });

  it('restore the input of a form only if it has the shape of its kind', () => {
    const kinds: OpenedDraft['type'][] = ['edit', 'replace', 'outcome'];
    for (const kind of kinds) assert.ok(isOpenedDraft(structuredClone(beginDraft(memory, kind))), kind);
    assert.ok(!isOpenedDraft({ ...beginDraft(memory, 'edit'), type: 'outcome' }));
    assert.ok(!isOpenedDraft({ type: 'shelve', item: 'fact:7' }));
  });

  it('are described in one line', () => {
    assert.equal(decidersText({ decidedBy: 'Ada', assistedBy: ['claude-code', 'bigmind'] }), 'Ada with Claude Code');
    assert.equal(decidersText({ decidedBy: 'Ada', assistedBy: [] }), 'Ada');
    assert.equal(outcomeText({ verdict: 'held', rating: 8 }), 'Held (8 of 10)');
  });

  it('open files in the editor, and leave addresses, tickets and other texts as they are', () => {
    for (const file of [
      'docs/adr.md',
      'src/auth.ts#L42-L50',
      'CLAUDE.md#L4',
      String.raw`C:\notes\a.txt`,
      'm.mp4@00:04:32',
    ]) {
      assert.equal(namesFile(file), true, file);
    }
    const message = 'claude-code:0276a600-2f22-4d2b-844c-3feb9c5aa108#783f57a4-b930-4e52-937c-0da86f2ae263';
    assert.equal(withShortIds(message), 'claude-code:0276a600#783f57a4');
    assert.equal(withShortIds('owner/repo#12'), 'owner/repo#12');
    for (const other of ['https://example.com/a.md', 'claude-code:abc/1', 'owner/repo#12', 'ABC-123', 'a meeting']) {
      assert.equal(namesFile(other), false, other);
    }
  });
});

describe('the words for a fact', () => {
  before(() =>
    Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang: 'en' } }, configurable: true }),
  );
  after(() => Reflect.deleteProperty(globalThis, 'document'));

  it('name its type, but a category that says more', () => {
    const name = (category: string | null, factType: 'bug' | 'convention' | null): string | null =>
      typeOrCategoryName({ category, factType });
    assert.equal(name('codebase', 'bug'), 'Bug');
    assert.equal(name('preference', 'convention'), 'Preference');
    assert.equal(name('weather', 'bug'), 'weather');
    assert.equal(name('standard', null), 'Standard');
    assert.equal(name(null, null), null);
  });

  it('say when it expires or expired', () => {
    const expiresAt = '2026-04-30T12:00:00.000Z';
    assert.equal(expiryText({ expiresAt, status: 'live' }), 'Expires on Apr 30, 2026');
    assert.equal(expiryText({ expiresAt, status: 'expired' }), 'Expired on Apr 30, 2026');
    assert.equal(expiryText({ expiresAt: null, status: 'live' }), null);
  });
});
