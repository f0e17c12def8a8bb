/** Commands that a client expanded to the text of their files, in the layouts of Spec Kit and others. */
import assert from 'node:assert/strict';
import { inputOfTemplate } from '../../../src/memory/summarize/words/commandTemplate.ts';
import { summaryByRule } from '../../../src/memory/summarize/ruleSummary.ts';
import { readUserText } from '../../../src/memory/summarize/words/saidByUser.ts';
import { aChat } from './chatBuilders.ts';

const consider = 'You **MUST** consider the user input before proceeding (if not empty).';
const outline =
  '## Outline\n\nThe text the user typed after `/speckit.specify` in the triggering message **is** the feature description. We always use tabs.\n\n```bash\nls\n```';
const specKit = (input: string): string => `## User Input\n\n\`\`\`text\n${input}\n\`\`\`\n\n${consider}\n\n${outline}`;

const inputs: [string, string, string | undefined][] = [
  ['of Spec Kit', specKit('Add a dark theme to the shop'), 'Add a dark theme to the shop'],
  ['with a code block in it', specKit('Add a flag:\n```ts\na\n```\noff'), 'Add a flag:\n```ts\na\n```\noff'],
  ['without input', specKit(''), ''],
  ['whose input nothing replaced', specKit('$ARGUMENTS'), ''],
  ['below a preface', `# Guidance\n\nIt gives advice.\n\n${specKit('Plan the basket')}`, 'Plan the basket'],
  [
    'of the first Spec Kit',
    'The user input to you can be provided directly by the agent or as a command argument - you **MUST** consider it before proceeding with the prompt (if not empty).\n\nUser input:\n\nAdd a dark theme\nand a switch\n\nThe text the user typed after `/specify` in the triggering message **is** the feature description.',
    'Add a dark theme\nand a switch',
  ],
  [
    'with arguments below its file',
    '---\ndescription: Review\nargument-hint: what\n---\n\nReview it.\n\nARGUMENTS: the basket only',
    'the basket only',
  ],
  [
    'with the input in an element',
    '---\nname: plan\ndescription: Plan\n---\nPlan it.\n<user-request>\nthe basket\n</user-request>\nThen stop.',
    'the basket',
  ],
  ['with the file alone', '---\ndescription: Review\n---\n\nReview the shop.', ''],
  ['of BMAD', '# /dev Command\n\nWhen this command is used, adopt the following agent persona:', ''],
];

const typed = [
  `Is this template right?\n\n${specKit('$ARGUMENTS')}`,
  `Why does my command say "${consider}"?`,
  '## User Input\n\nValidate the input of the form.',
  'User input:\n\nis empty, why?',
  'Consider the user input before proceeding with the form',
  '---\ntitle: a post\n---\nFix the heading of this page',
];

describe('the input of an expanded command', () => {
  for (const [name, text, input] of inputs) {
    it(`is found in one ${name}`, () => assert.equal(inputOfTemplate(text), input));
  }

  for (const text of typed) {
    it(`is unknown in a text of the user: ${JSON.stringify(text.slice(0, 50))}`, () => {
      assert.equal(inputOfTemplate(text), undefined);
      assert.deepEqual(readUserText(text), { role: 'user', content: text });
    });
  }

  it('is the headline of a session, and its file is no preference of the user', () => {
    const { headline, kept } = summaryByRule(aChat(specKit('Add a dark theme to the shop'), 'OK.'), null);
    assert.equal(headline, 'Add a dark theme to the shop');
    assert.deepEqual(kept, []);
    assert.equal(summaryByRule(aChat(specKit(''), 'OK.'), null).headline, '');
  });
});
