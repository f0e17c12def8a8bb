/** `bigmind save`: stores one fact from the command line. */
import type { RelatedFact } from '../../memory/facts/facts.ts';
import { refused } from '../../memory/shared/input.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { withheldNote } from '../../memory/trust/trust.ts';
import { counted, wordsFrom } from '../../util/text.ts';
import { answer, numberOption, textOption } from '../shared/command.ts';
import type { Command } from '../shared/command.ts';

export const saveCommand: Command = {
  name: 'save',
  usage:
    'TEXT [--category preference|decision|codebase|constraint|identity] [--confidence 0..1] [--tags A,B] [--source REF]',
  summary: 'Remember one fact.',
  details:
    'A preference or an identity applies to every project, the other categories to the project of this folder. The default is codebase. --source names where the fact comes from, for example a URL.',
  options: {
    category: { type: 'string' },
    confidence: { type: 'string' },
    tags: { type: 'string' },
    source: { type: 'string' },
  },
  takes: { min: 1, max: Infinity },
  run: async (input, context) => {
    const text = input.positionals.join(' ');
    if (text.trim() === '') throw refused('TEXT', 'is empty', 'Give the text to remember. Nothing was stored.');
    const confidence = numberOption(input, 'confidence');
    const tags = textOption(input, 'tags');
    const sourceRef = textOption(input, 'source');
    const { status, fact, related, redacted } = await context.memory.facts.store(await context.caller(), {
      category: textOption(input, 'category') ?? 'codebase',
      fact: text,
      ...(confidence !== undefined && { confidence }),
      ...(tags !== undefined && { tags: wordsFrom(tags) }),
      ...(sourceRef !== undefined && { sourceRef }),
    });
    if (redacted > 0) {
      const left = counted(redacted, 'secret or private passage was', 'secrets or private passages were');
      context.note(`${left} removed.`);
    }
    const where = fact.projectName === null ? 'for every project' : `for the project ${fact.projectName}`;
    const sentence =
      status === 'stored'
        ? `Remembered as fact #${String(fact.id)}, ${where}. To remove it, run "bigmind erase fact ${String(fact.id)}".`
        : `Already known as fact #${String(fact.id)}.`;
    const withheld = withheldNote({ origin: fact.origin, texts: [fact.category, fact.fact] });
    if (withheld !== undefined) context.note(withheld);
    answer(input, context, { status, fact, related, redacted }, [sentence, ...related.map(relatedLine)].join('\n'));
    return 0;
  },
};

function relatedLine({ fact, relation }: RelatedFact): string {
  const known = `#${String(fact.id)} "${plainLine(fact.fact)}"`;
  switch (relation) {
    case 'contradicts':
      return `It contradicts ${known}, whose confidence is now ${String(fact.confidence)}.`;
    case 'same':
      return `The same seems to be stored as ${known}.`;
    case 'similar':
      return `A similar one is stored as ${known}.`;
  }
}
