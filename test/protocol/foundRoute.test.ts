/** Where the page shows a search result. */
import assert from 'node:assert/strict';
import { foundRoute } from '../../src/protocol/foundRoute.ts';
import { isRoute } from '../../src/protocol/route.ts';
import { openedSessionFrom } from '../../src/protocol/sessions/sessionItem.ts';

const session = '0276a600-2f22-4d2b-844c-3feb9c5aa108';

describe('the route to a search result', () => {
  it('opens a message in its session', () => {
    const route = foundRoute({ kind: 'message', id: '12', sessionId: session });
    assert.ok(isRoute(route));
    assert.equal(route.view, 'sessions');
    const { id, message } = openedSessionFrom(route.item ?? '');
    assert.deepEqual([id, message], [session, 12]);
  });

  it('opens a session, and any other memory by its kind and id', () => {
    const found = { id: '12', sessionId: session };
    assert.deepEqual(foundRoute({ kind: 'session', id: session, sessionId: session }), {
      view: 'sessions',
      item: session,
    });
    for (const kind of ['fact', 'chunk', 'knowledge', 'entry'] as const)
      assert.deepEqual(foundRoute({ ...found, kind }), { view: 'knowledge', item: `${kind}:12` });
  });
});
