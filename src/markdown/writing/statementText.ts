/** The words of a statement as a line of a memory file. */
import { BigMindError } from '../../memory/shared/errors.ts';
import { oneLine } from '../../util/text.ts';
import { labelledIn } from '../parsing/labels.ts';

/** In characters; with its label, the line is still read. */
const maxMessage = 1_400;

/** What Markdown reads as a heading, a list, a box, a quotation, a table or code at the start of a line. */
const blockMark = /^(?:#{1,6}\s|[>|<]|`{3,}|~{3,}|[-*+•]\s|\d{1,3}[.)]\s|\[[ xX]\]\s)/u;

/**
 * The message on one line, without its own label, and without marks that would change what the lines around it mean.
 * Rejects what is longer than 1,400 characters with `invalid_input`.
 */
export function statementText(message: string): string {
  const plain = oneLine(message);
  if (plain.length > maxMessage) {
    throw new BigMindError('invalid_input', `The message has ${plain.length.toLocaleString('en')} characters.`, {
      remedy: `Nothing was written. Say it in at most ${maxMessage.toLocaleString('en')} characters, or log several messages.`,
    });
  }
  const labelled = labelledIn(plain);
  const said = labelled === undefined || labelled === 'none' || labelled.text === '' ? plain : labelled.text;
  const uncommented = said.replaceAll('<!--', '<! --').replaceAll('-->', '-- >');
  return blockMark.test(uncommented) ? `\\${uncommented}` : uncommented;
}
