/** Which places and views the navigation shows. */
import assert from 'node:assert/strict';
import { viewNames } from '../../src/protocol/route.ts';
import { isForSideBar, placeNames, placeOf, viewsOf } from '../../webview/shell/places.ts';

const personal = { mode: 'personal', hasFiles: true } as const;
const team = { mode: 'team', hasFiles: false } as const;

describe('the places of the page', () => {
  it('have each view once, whatever the memory', () => {
    for (const offered of [personal, team]) {
      const shown = placeNames.flatMap((place) => viewsOf(place, offered));
      assert.deepEqual([...new Set(shown)], shown);
      const left = viewNames.filter((view) => !shown.includes(view));
      assert.deepEqual(left, offered === personal ? ['people'] : ['reminders']);
    }
  });

  it('have a team only where there is one, and its reviews there', () => {
    assert.deepEqual(viewsOf('team', personal), []);
    assert.deepEqual(viewsOf('team', team), ['curation', 'people']);
    assert.deepEqual([placeOf('curation', personal), placeOf('curation', team)], ['knowledge', 'team']);
  });

  it('are Home and the search in the side bar, and everything else opens in the editor', () => {
    assert.ok(isForSideBar({ view: 'home', item: null }));
    assert.ok(isForSideBar({ view: 'knowledge', item: null }));
    assert.ok(!isForSideBar({ view: 'knowledge', item: 'fact:12' }));
    const others = viewNames.filter((view) => isForSideBar({ view, item: null }));
    assert.deepEqual(others, ['home', 'knowledge']);
  });

  it('lead home from a view that is not offered', () => {
    assert.equal(placeOf('people', personal), 'home');
  });
});
