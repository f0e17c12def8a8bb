/** Routes of the page, also those of earlier versions, and how they name a session. */
import assert from 'node:assert/strict';
import { routeFrom } from '../../src/protocol/route.ts';
import { messageItem, openedSessionFrom, turnItem } from '../../src/protocol/sessions/sessionItem.ts';

describe('a route', () => {
  it('of an earlier version leads to the view that has its content', () => {
    assert.deepEqual(routeFrom({ view: 'activity', item: '2026-03-09' }), { view: 'sessions', item: '2026-03-09' });
    assert.deepEqual(routeFrom({ view: 'activity', item: null }), { view: 'sessions', item: null });
    assert.deepEqual(routeFrom({ view: 'sessions', item: 'recap' }), { view: 'sessions', item: 'recap' });
  });

  it('names a view and an item, or is none', () => {
    for (const value of [undefined, null, 'home', {}, { view: 'toString', item: null }, { view: 'home' }])
      assert.equal(routeFrom(value), undefined);
  });

  it('names a session as a whole, at a turn, or at a message', () => {
    const id = '1e9e32c7-5b1a-4f0e-9c77-0f6a2d8b4e91';
    assert.deepEqual(openedSessionFrom(turnItem(id, null)), { id, at: null, message: null });
    assert.deepEqual(openedSessionFrom(turnItem(id, 0)), { id, at: 0, message: null });
    assert.deepEqual(openedSessionFrom(messageItem(id, '34')), { id, at: null, message: 34 });
    assert.deepEqual(openedSessionFrom('turn:x:1'), { id: 'turn:x:1', at: null, message: null });
  });
});
