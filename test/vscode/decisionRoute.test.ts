/** Where commands send the page for decisions, as the page understands it. */
import assert from 'node:assert/strict';
import { isRoute } from '../../src/protocol/route.ts';
import { completingRoute, decisionRoute, proposedRoute } from '../../src/vscode/commands/decisions/decisionRoute.ts';
import { openedDecisionFrom } from '../../webview/parts/domain/decisionItem.ts';

describe('the route to decisions', () => {
  it('opens one decision', () => {
    const route = decisionRoute({ id: 12 });
    assert.ok(isRoute(route));
    assert.deepEqual(openedDecisionFrom(route.item), { is: 'decision', id: '12' });
  });

  it('opens the form that makes a fact a decision', () => {
    const route = completingRoute(12);
    assert.ok(isRoute(route));
    assert.deepEqual(openedDecisionFrom(route.item), { is: 'complete', id: '12' });
  });

  it('opens the proposals', () => {
    assert.ok(isRoute(proposedRoute));
    assert.deepEqual(openedDecisionFrom(proposedRoute.item), { is: 'proposed' });
  });
});
