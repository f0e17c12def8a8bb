/** Which entity the map opens, from the list and from the search field. */
import assert from 'node:assert/strict';
import type { EntityKindCard, EntityRow } from '../../../src/protocol/graph/graph.ts';
import { graphFrom, started, toggled } from '../../../webview/views/graph/model/keptGraph.ts';
import { firstEntity, mapTree } from '../../../webview/views/graph/model/mapTree.ts';

describe('the opened entity of the map', () => {
  const entity = (kind: EntityKindCard, name: string, memories: number): EntityRow => {
    return { key: name.toLowerCase(), name, kind, memories, firstAt: '', lastAt: '' };
  };

  it('is the start again if the start is opened, and what is expanded stays', () => {
    const grown = { ...toggled(started(graphFrom(undefined), 'a'), 'b'), selected: 'b' };
    const again = started(grown, 'a');
    assert.deepEqual([again.selected, again.expanded], ['a', ['a', 'b']]);
  });

  it('is the first one of the list from the search field, not the one with most memories', () => {
    const entities = [
      entity('symbol', 'flushQueue', 9),
      entity('file', 'src/relay.ts', 3),
      entity('file', 'src/queue.ts', 2),
    ];
    assert.equal(firstEntity(mapTree({ entities, counts: [] }))?.name, 'src/relay.ts');
    assert.equal(firstEntity([]), undefined);
  });
});
