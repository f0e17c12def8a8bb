import assert from 'node:assert/strict';
import { passagesFrom } from '../../../../src/memory/learn/highlights/passages.ts';
import type { Passage } from '../../../../src/memory/learn/highlights/passages.ts';
import { utterancesFrom } from '../../../../src/memory/summarize/words/utterances.ts';
import { aMessage } from '../../summarize/chatBuilders.ts';

function passagesOf(content: string, choice?: string): Passage[] {
  return utterancesFrom([aMessage('assistant', content)]).flatMap((utterance) => passagesFrom(utterance, choice));
}

describe('the passages of a message', () => {
  it('are its sentences, verbatim, each with the one before it', () => {
    const passages = passagesOf('The limit is 2**10 bytes. It is `maxBytes`,\nand **never** changes.');
    assert.deepEqual(
      passages.map(({ sentence, before }) => [sentence, before]),
      [
        ['The limit is 2**10 bytes.', ''],
        ['It is `maxBytes`, and **never** changes.', 'The limit is 2**10 bytes.'],
      ],
    );
  });

  it('name the heading above them', () => {
    const passages = passagesOf('Done.\n\n## Cause\n\nThe cache.\n\n**Fix:**\n- Keep it.\n\n```\ncode\n```\nEnd.');
    assert.deepEqual(
      passages.map(({ sentence, heading }) => [sentence, heading]),
      [
        ['Done.', ''],
        ['The cache.', 'Cause'],
        ['Keep it.', 'Fix:'],
        ['End.', 'Fix:'],
      ],
    );
  });

  it('are the chosen option without the others, if the user chose one', () => {
    const options = 'Two ways:\n\n1. Drop the rows.\n2. Mark the rows. The report counts them.';
    assert.deepEqual(
      passagesOf(options, '2').map(({ sentence, isChosen }) => [sentence, isChosen]),
      [
        ['Two ways:', false],
        ['Mark the rows.', true],
        ['The report counts them.', true],
      ],
    );
    assert.equal(passagesOf(options).length, 4);
    assert.equal(passagesOf(options, '7').length, 4);
    assert.ok(passagesOf('**Option B:** Mark the rows.', 'b')[0]?.isChosen);
  });

  it('are the first and last sentences of a long message, and no endless ones', () => {
    const sentences = Array.from({ length: 300 }, (_, at) => `- Row ${at} is kept.`);
    const passages = passagesOf(`${sentences.slice(0, 200).join('\n')}\n${'so '.repeat(400)}`);
    assert.equal(passages.length, 120);
    assert.equal(passages.at(-1)?.sentence, 'Row 199 is kept.');
  });

  it('are found without headings where tags were removed from a paragraph', () => {
    const passages = passagesOf('## Cause\n\nThe <b>x</b>cache is full.\n\nIt is small.');
    assert.deepEqual(
      passages.map(({ sentence }) => sentence),
      ['The cache is full.', 'It is small.'],
    );
  });
});
