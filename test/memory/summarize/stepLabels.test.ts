/** Which labels introduce what is left to do: one word alone is often the name of a button, a side or a state. */
import { stepsLeft } from '../../../src/memory/summarize/rules/nextSteps.ts';
import { itFinds } from '../../support/labelledTexts.ts';
import { stepLabelTexts } from './stepLabelTexts.ts';

const messages = [
  { role: 'user', type: 'text', work: null },
  { role: 'assistant', type: 'tool_use', work: null },
  { role: 'assistant', type: 'text', work: null },
];

describe('the steps below a label', () => {
  itFinds(stepLabelTexts, (answer) => stepsLeft({ messages, answer }).nextSteps, { right: 12, missed: 0, wrong: 0 });
});
