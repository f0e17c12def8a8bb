import assert from 'node:assert/strict';
import { isOwnTool } from '../../src/memory/ownText.ts';

/** What our tools answer is left out of a recording, also where a person called the server by another name. */
describe('a tool of ours under the name of another server', () => {
  it('is known when its own name is like no other', () => {
    for (const name of ['memory_semantic_search', 'memory_search_chunks', 'get_latest_continuation', 'get_era_summary'])
      assert.ok(isOwnTool(`mcp__notes__${name}`), name);
  });

  it('is not known by a name that other programs have, too', () => {
    for (const name of ['search_messages', 'get_recent_work', 'memory_store'])
      assert.ok(!isOwnTool(`mcp__chat__${name}`), name);
  });
});
