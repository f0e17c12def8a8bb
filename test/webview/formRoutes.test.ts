/** Routes that open a form of the page: what they fill in is the unsaved input that the view reads. */
import assert from 'node:assert/strict';
import { formIn, formRoute } from '../../src/protocol/formRoute.ts';
import { isRoute, type Route } from '../../src/protocol/route.ts';
import { listAndItem, openedKnowledgeFrom } from '../../webview/parts/domain/knowledgeItem.ts';
import { isNewDecision, openedRoute, type OpenedRoute } from '../../webview/shell/formRoutes.ts';
import { emptyDecision, filled } from '../../webview/views/decisions/decisionFields.ts';
import { isOpenedDraft } from '../../webview/views/decisions/openedDraft.ts';
import { keptReminders, reminderForm } from '../../webview/views/reminders/keptReminders.ts';

describe('a route to a form', () => {
  const kept = new Map<string, unknown>();
  const open = (route: Route): OpenedRoute => {
    assert.ok(isRoute(route));
    return openedRoute(route, { of: (key) => kept.get(key), keep: (key, value) => void kept.set(key, value) });
  };
  beforeEach(() => kept.clear());

  it('keeps any text, and leaves out what is not given', () => {
    const texts = { title: 'a?b=c&d#e/f 100% + 甲', rationale: '', notes: undefined };
    const { item } = formRoute('knowledge', 'new', texts);
    assert.deepEqual(formIn(item), { form: 'new', filledIn: { title: texts.title, rationale: '' } });
    assert.equal(formRoute('knowledge', 'new').item, 'new');
    assert.deepEqual(formIn(null), { form: '', filledIn: {} });
  });

  it('opens a new decision with what is given, and the fields that are not as they begin', () => {
    const route = formRoute('knowledge', 'decision/new', {
      title: 'Use Redis',
      alternatives: 'Kafka\nNATS',
      other: 'x',
    });
    assert.deepEqual([open(route), isNewDecision(route)], [{ route, isForm: true }, true]);
    const opened = openedKnowledgeFrom(listAndItem(route.item).item);
    assert.ok(opened?.is === 'new');
    const begun = { ...emptyDecision, decidedBy: 'Ada' };
    const expected = { ...begun, title: 'Use Redis', alternatives: 'Kafka\nNATS' };
    assert.deepEqual(filled(begun, opened.filledIn), expected);
    assert.deepEqual(openedKnowledgeFrom('new'), { is: 'new', filledIn: {} });
  });

  it('opens the outcome of a decision, whose list and address stay those of the decision', () => {
    const { route, isForm } = open(formRoute('knowledge', 'outcome:12', { rating: '7', notes: 'Well.' }));
    assert.deepEqual([route, isForm], [{ view: 'knowledge', item: 'decision/fact:12' }, true]);
    const draft = kept.get('memoryDraft');
    assert.ok(isOpenedDraft(draft) && draft.type === 'outcome');
    const { day, ...fields } = draft.fields;
    assert.match(day, /^\d{4}-\d\d-\d\d$/u);
    assert.deepEqual([draft.item, fields], ['fact:12', { rating: '7', verdict: '', notes: 'Well.', sourceRef: '' }]);
  });

  it('opens the end of a session', () => {
    assert.deepEqual(open(formRoute('sessions', 'end:a-b:c')).route, { view: 'sessions', item: 'a-b:c' });
    assert.deepEqual(kept.get('sessionDraft'), { id: 'a-b:c', mode: 'end', headline: '', begun: '', topics: null });
  });

  it('opens a new reminder, and keeps whose done ones are shown', () => {
    kept.set('reminders', { form: null, shownDone: ['/projects/shop'] });
    const route = formRoute('reminders', 'new', { project: '/projects/shop', text: 'Call Kim' });
    assert.deepEqual(open(route), { route: { view: 'reminders', item: null }, isForm: true });
    const { form, shownDone } = keptReminders({ kept: (key: string) => kept.get(key) } as never);
    const begun = reminderForm('/projects/shop', null);
    assert.deepEqual(form, { ...begun, fields: { ...begun.fields, text: 'Call Kim' } });
    assert.deepEqual(shownDone, ['/projects/shop']);
  });

  it('is not mistaken for another item', () => {
    const others: Route[] = [
      { view: 'knowledge', item: 'fact:12' },
      { view: 'knowledge', item: 'proposed/' },
      { view: 'sessions', item: 'recap' },
      { view: 'sessions', item: 'turn:7:end:x' },
      { view: 'graph', item: 'outcome:12' },
      { view: 'knowledge', item: null },
    ];
    for (const route of others) assert.deepEqual(open(route), { route, isForm: false });
    assert.equal(kept.size, 0);
  });
});
