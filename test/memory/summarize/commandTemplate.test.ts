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
    'with a list in it',
    'User input:\n\nAdd a theme:\n\n1. dark\n\n2. light\n\nGiven a shop, it is dark.\n\nThe text the user typed after `/specify` in the triggering message **is** the feature description.\n\n1. Run it.',
    'Add a theme:\n\n1. dark\n\n2. light\n\nGiven a shop, it is dark.',
  ],
  [
    'that continues with a list',
    'User input:\n\nthe basket\n\n1. Plan it.\n2. You **MUST** consider it before proceeding (if not empty).',
    'the basket',
  ],
  ['below front matter', `---\ndescription: Plan\n---\n\n${specKit('Plan the basket')}`, 'Plan the basket'],
  [
    'with a description and arguments below it',
    '---\ndescription: Plan\n---\nPlan it.\n\nARGUMENTS: the basket',
    'the basket',
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
  ['with the file alone', '---\ndescription: Review\nargument-hint: what\n---\n\nReview the shop.', ''],
  ['with the tools alone', '---\r\nallowed-tools: Read\r\n---\r\nReview the shop.', ''],
  [
    'whose input asks',
    '---\nallowed-tools: Read\n---\nReview it.\n\nARGUMENTS: the basket\n\nIs it red?',
    'the basket\n\nIs it red?',
  ],
  [
    'of a skill',
    'Base directory for this skill: /home/ada/.claude/skills/plan\n\n# Plan\n\nARGUMENTS: the basket',
    'the basket',
  ],
  ['of BMAD', '# /dev Command\n\nWhen this command is used, adopt the following agent persona:', ''],
];

const typed = [
  `Is this template right?\n\n${specKit('$ARGUMENTS')}`,
  `Why does my command say "${consider}"?`,
  '## User Input\n\nValidate the input of the form.',
  'User input:\n\nis empty, why?',
  'Consider the user input before proceeding with the form',
  `Please shorten this.\n\n${specKit('Add a dark theme')}`,
  `# Task\n\nPlease shorten this template.\n\n${specKit('Add a dark theme')}`,
  `Shorten this.\n\n# Guidance\n\n${specKit('Add a dark theme')}`,
  '---\ntitle: Slots\ndescription: on prompts\n---\nWrite <user-input>a</user-input>.\n\nPlease improve this post.',
  '---\ntitle: Manual\ndescription: of a tool\n---\nUse it.\n\nARGUMENTS:\n  FILE\n\nShorten it.',
  `${specKit('')}\n\nWhy is this in my chat?`,
  `${specKit('Add a dark theme')}\n\nWhy is this in my chat?`,
  'The CLI prints\n\nUser request:\n\nfoo\n\n1. bar\n\nWhy is it in the triggering message is what I ask',
  'You must consider the user input before proceeding to the next form, fix it',
  '---\ntitle: My post\ndescription: about cats\n---\n# Cats\nPlease improve this post and fix typos.',
  '---\nname: Build\ndescription: Builds it\nruns:\n  using: node20\n---\nWhy does this action fail?',
  '---\nname: plan\ndescription: Plan\n---\n\nShorten this skill.',
  '---\ntitle: a post\n---\nallowed-tools: is a field that it should have',
  '---\nallowed-tools: Read\n---\nReview it.\n\nWhy is this command refused?',
  '# /users Command\nWrite a page about it.',
  '<!-- README:START -->\nShorten this part.',
  'Base directory for this skill: where should it be',
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
