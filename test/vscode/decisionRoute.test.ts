/** Where commands send the page for decisions, as the page understands it. */
import assert from 'node:assert/strict';
import { isRoute } from '../../src/protocol/route.ts';
import { completingRoute, decisionRoute, proposedRoute } from '../../src/vscode/commands/decisions/decisionRoute.ts';
import { listAndItem, openedKnowledgeFrom } from '../../webview/parts/domain/knowledgeItem.ts';

describe('the route to decisions', () => {
  it('opens one decision', () => {
    const route = decisionRoute({ id: 12 });
    assert.ok(isRoute(route));
    const { list, item } = listAndItem(route.item);
    assert.deepEqual([list, openedKnowledgeFrom(item)?.is, item], ['decision', 'memory', 'fact:12']);
  });

  it('opens the form that makes a fact a decision', () => {
    const route = completingRoute(12);
    assert.ok(isRoute(route));
    assert.deepEqual(openedKnowledgeFrom(route.item), { is: 'complete', id: '12' });
  });

  it('opens the proposals', () => {
    assert.ok(isRoute(proposedRoute));
    assert.deepEqual(listAndItem(proposedRoute.item), { list: 'proposed', item: null });
  });
});
