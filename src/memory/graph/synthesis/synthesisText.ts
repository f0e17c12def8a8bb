/** A synthesis for models, terminals and programs: each statement with the memories that it rests on. */
import { counted } from '../../../util/text.ts';
import type { MemoryRef } from '../../shared/memoryRef.ts';
import { refKey, shortSessionId } from '../../shared/memoryRef.ts';
import { plainLine } from '../../trust/quoting.ts';
import type { Synthesis, SynthesisContent, SynthesisSentence } from './synthesis.ts';

interface StructuredStatement {
  /** One line, inert. */
  text: string;
  /** Such as `fact #12`. */
  sources: string[];
}

export interface StructuredSynthesis {
  sentences: StructuredStatement[];
  /** Statements that contradict each other, at least two in each. */
  contradictions?: StructuredStatement[][];
  /** Memories that mentioned the entity when it was written. */
  memories: number;
  /** `rule`, or the name of a language model. */
  written_by: string;
  /** ISO 8601 in UTC. */
  created_at: string;
}

export function structuredSynthesis({
  sentences,
  conflicts,
  memories,
  writtenBy,
  createdAt,
}: Synthesis): StructuredSynthesis {
  return {
    sentences: sentences.map(structuredStatement),
    ...(conflicts.length > 0 && {
      contradictions: conflicts.map(({ statements }) => statements.map(structuredStatement)),
    }),
    memories,
    written_by: plainLine(writtenBy),
    created_at: createdAt,
  };
}

/** A heading, then a line for each sentence and contradiction. `name` and `project` are as stored. */
export function synthesisLines(
  name: string,
  { sentences, contradictions = [], memories, project }: StructuredSynthesis & { project?: string },
): string[] {
  const of = project === undefined ? '' : ` of ${plainLine(project)}`;
  return [
    `About ${plainLine(name)}, from ${counted(memories, 'memory', 'memories')}${of}:`,
    ...sentences.map(({ text, sources }) => `- ${text} (${sources.join(', ')})`),
    ...contradictions.map((statements) => `- Contradiction: ${statements.map(quoted).join(' and ')}`),
  ];
}

/** The memories that its statements rest on. */
export function sourcesOf({ sentences, conflicts }: SynthesisContent): MemoryRef[] {
  const statements = [...sentences, ...conflicts.flatMap((conflict) => conflict.statements)];
  return statements.flatMap(({ sources }) => sources);
}

/** Without what rests on none of these memories, by `refKey`; undefined if nothing is left. */
export function restingOn<Known extends SynthesisContent>(
  synthesis: Known,
  memories: ReadonlyMap<string, unknown>,
): Known | undefined {
  const known = (list: readonly SynthesisSentence[]): SynthesisSentence[] =>
    list
      .map(({ text, sources }) => ({ text, sources: sources.filter((ref) => memories.has(refKey(ref))) }))
      .filter(({ sources }) => sources.length > 0);
  const sentences = known(synthesis.sentences);
  const conflicts = synthesis.conflicts
    .map(({ statements }) => ({ statements: known(statements) }))
    .filter(({ statements }) => statements.length > 1);
  return sentences.length + conflicts.length === 0 ? undefined : { ...synthesis, sentences, conflicts };
}

function structuredStatement({ text, sources }: SynthesisSentence): StructuredStatement {
  return { text: plainLine(text), sources: sources.map(nameOf) };
}

function nameOf({ kind, id }: MemoryRef): string {
  return kind === 'session' ? `session ${plainLine(shortSessionId(id))}` : `${kind} #${plainLine(id)}`;
}

function quoted({ text, sources }: StructuredStatement): string {
  return `"${text}" (${sources.join(', ')})`;
}
