/** What the page says and offers while there is nothing to show. */
import assert from 'node:assert/strict';
import { nothing } from 'lit';
import type { HomeCard } from '../../src/protocol/profile/home.ts';
import type { ViewAction } from '../../src/protocol/overview.ts';
import type { SessionDetailCard } from '../../src/protocol/sessions/sessions.ts';
import type { Page } from '../../webview/client/page.ts';
import { kindName, kindNames } from '../../webview/parts/domain/memoryWords.ts';
import { renderEmptyList } from '../../webview/views/recall/emptyList.ts';
import { everything, type KnowledgeChoice } from '../../webview/views/recall/knowledgeFilter.ts';
import { renderUnsummarized } from '../../webview/views/sessions/sessionParts.ts';
import { renderHistoryOffer } from '../../webview/views/shared/historyOffer.ts';
import { renderPastNotice } from '../../webview/views/shared/pastNotice.ts';

describe('while there is nothing to show', () => {
  before(() => {
    const value = { documentElement: { lang: 'en' } };
    Object.defineProperty(globalThis, 'document', { value, configurable: true });
  });
  after(() => Reflect.deleteProperty(globalThis, 'document'));

  describe('the offer to import past conversations', () => {
    const home: HomeCard = {
      ...{ handOff: null, openSteps: [], files: [], commands: [], highlights: [], canLearnHistory: false },
      past: { conversations: 128, programs: ['Claude Code', 'Codex'] },
    };
    const offerOf = (card: HomeCard | undefined, ...actions: ViewAction[]): unknown =>
      renderPastNotice(card, { can: (action) => actions.includes(action), run: () => undefined });

    it('says how many there are, and from which programs', () => {
      assert.match(
        JSON.stringify(offerOf(home, 'importConversations')),
        /128 past conversations .*Claude Code, Codex/u,
      );
    });

    it('is absent without any, before they are counted, and where nothing can be imported', () => {
      const none = { ...home, past: null };
      assert.deepEqual(
        [offerOf(none, 'importConversations'), offerOf(undefined, 'importConversations'), offerOf(home)],
        [nothing, nothing, nothing],
      );
    });
  });

  it('offers to learn from a repository until that was done, where the host can', () => {
    const home = { canLearnHistory: true } as HomeCard;
    const offerOf = (card: HomeCard | undefined, ...actions: ViewAction[]): unknown =>
      renderHistoryOffer(card, { can: (action) => actions.includes(action), run: () => undefined });
    assert.match(JSON.stringify(offerOf(home, 'learnFromHistory')), /Learn from Project History/u);
    assert.deepEqual(
      [offerOf({ ...home, canLearnHistory: false }, 'learnFromHistory'), offerOf(undefined), offerOf(home)],
      [nothing, nothing, nothing],
    );
  });

  describe('an empty list of knowledge', () => {
    const words = (choice: Partial<KnowledgeChoice>): string => {
      const page = { can: () => false } as unknown as Page;
      const empty = { choice: { ...everything, ...choice }, isSearching: false, page, clear: () => undefined };
      return JSON.stringify(renderEmptyList(empty));
    };

    it('says that nothing was decided or learned only if it lists everything', () => {
      assert.match(words({}), /Nothing decided or learned yet/u);
      assert.match(words({ list: 'fact' }), /Nothing matches these filters/u);
      assert.match(words({ list: 'decision' }), /No decisions yet/u);
    });
  });

  it('calls knowledge of a team by one name, and not as the place with all that is known', () => {
    assert.deepEqual([kindName('knowledge'), kindNames('knowledge')], ['Team knowledge', 'Team knowledge']);
  });

  it('expects more from a session only while it goes on', () => {
    const empty = { summary: null, outcome: null, chunkTotal: 0, messageTotal: 0, factTotal: 0 };
    const wordsOf = (session: Partial<SessionDetailCard>): string =>
      JSON.stringify(renderUnsummarized({ ...empty, ...session } as SessionDetailCard));
    assert.match(wordsOf({ open: true, imported: false }), /kept yet/u);
    assert.match(wordsOf({ open: true, imported: true }), /Nothing else/u);
    assert.match(wordsOf({ open: false, imported: false }), /Nothing else/u);
  });
});
