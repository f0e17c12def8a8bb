/** Syntheses as the page shows them: text on one line, with the cards of the memories that it rests on. */
import type { Synthesis, SynthesisSentence } from '../../memory/graph/synthesis/synthesis.ts';
import { refKey } from '../../memory/shared/memoryRef.ts';
import { visible } from '../../memory/trust/quoting.ts';
import type { SentenceCard, SynthesisCard } from '../../protocol/graph/graph.ts';
import type { MemoryCard } from '../../protocol/recall/memories.ts';
import { oneLine, shorten } from '../../util/text.ts';

const maxSyntheses = 10;
const maxSentences = 20;
const maxConflicts = 10;
const maxSources = 10;
const maxText = 500;
const maxModel = 80;

/**
 * At most 10, from most memories first. `cards` has the memories that the reader may see, by `refKey`: a statement that
 * rests on none of them is left out, and so is a synthesis without any.
 */
export function synthesisCards(
  syntheses: readonly Synthesis[],
  cards: ReadonlyMap<string, MemoryCard>,
): SynthesisCard[] {
  return syntheses
    .map((synthesis) => synthesisCard(synthesis, cards))
    .filter(({ sentences, conflicts }) => sentences.length + conflicts.length > 0)
    .sort((one, other) => other.memories - one.memories)
    .slice(0, maxSyntheses);
}

/** Without invisible characters and line breaks. */
export function shownLine(text: string, maxLength: number): string {
  return shorten(oneLine(visible(text)), maxLength);
}

function synthesisCard(synthesis: Synthesis, cards: ReadonlyMap<string, MemoryCard>): SynthesisCard {
  const { memories, writtenBy, createdAt } = synthesis;
  const shown = (list: readonly SynthesisSentence[]): SentenceCard[] =>
    list.slice(0, maxSentences).flatMap((one) => sentenceCard(one, cards));
  const sentences = shown(synthesis.sentences);
  const conflicts = synthesis.conflicts
    .slice(0, maxConflicts)
    .map(({ statements }) => shown(statements))
    .filter((statements) => statements.length > 1);
  const [first] = [...sentences, ...conflicts.flat()];
  return {
    // All of its sources are in its project.
    project: first?.sources[0]?.project ?? null,
    ...{ sentences, conflicts, memories, createdAt },
    model: writtenBy === 'rule' ? null : shownLine(writtenBy, maxModel),
  };
}

function sentenceCard({ text, sources }: SynthesisSentence, cards: ReadonlyMap<string, MemoryCard>): SentenceCard[] {
  const known = sources.slice(0, maxSources).flatMap((ref) => cards.get(refKey(ref)) ?? []);
  return known.length === 0 ? [] : [{ text: shownLine(text, maxText), sources: known }];
}
