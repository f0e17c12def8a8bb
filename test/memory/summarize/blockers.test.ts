/** Which sentences name a blocker: only work can be blocked, and not an opinion or a search. */
import { blockersIn } from '../../../src/memory/summarize/rules/blockerRules.ts';
import { itFinds } from '../../support/labelledTexts.ts';
import { blockerTexts } from './blockerTexts.ts';

describe('the blocker in a sentence', () => {
  itFinds(blockerTexts, (text) => blockersIn([text]), { right: 15, missed: 1, wrong: 0 });
});
