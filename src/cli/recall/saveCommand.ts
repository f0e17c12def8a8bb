/** `bigmind save`: stores one fact from the command line, or replaces one. */
import type { FactInput } from '../../memory/facts/factInput.ts';
import type { Fact, RelatedFact, StoredStatus } from '../../memory/facts/facts.ts';
import { refused } from '../../memory/shared/input.ts';
import { factTypes, visibilities } from '../../memory/shared/vocabulary.ts';
import { plainLine } from '../../memory/trust/quoting.ts';
import { wordsFrom } from '../../util/text.ts';
import { localMinute } from '../../util/time.ts';
import { answer, listOption, numberOption, textOption } from '../shared/command.ts';
import type { Command, CommandContext, CommandInput } from '../shared/command.ts';
import { noteSaved } from '../shared/savedNotes.ts';
import { expiryFrom, expiryOptions } from './expiryOption.ts';

export const saveCommand: Command = {
  name: 'save',
  usage: `TEXT [--type ${factTypes.join('|')}] [--category preference|decision|codebase|constraint|identity] [--supersedes ID] [--expires-in 36h|14d|HOURS | --expires-at DATE] [--tags A,B] [--entities A,B] [--visibility ${visibilities.join('|')}] [--project NAME] [--confidence 0..1] [--source REF]`,
  summary: 'Remember one fact, or replace one.',
  details:
    'A preference or an identity applies to every project, the other categories to the project of this folder or of --project. Without --category, the type determines it; without both, it is codebase. --supersedes takes 12, #12 or a uid: the new fact replaces that one, in its project, and keeps its category, type, tags and visibility unless you give others. An expired fact is no longer found. --entities names what the fact is about, such as files, services or people, so that the map connects it with other memories. --source names where the fact comes from, for example a URL.',
  options: {
    type: { type: 'string' },
    category: { type: 'string' },
    supersedes: { type: 'string' },
    project: { type: 'string' },
    ...expiryOptions,
    tags: { type: 'string', multiple: true },
    entities: { type: 'string', multiple: true },
    visibility: { type: 'string' },
    confidence: { type: 'string' },
    source: { type: 'string' },
  },
  takes: { min: 1, max: Infinity },
  run: async (input, context) => {
    const saved = await saveFact(input, context);
    const { status, fact, related, redacted } = saved;
    noteSaved(context, redacted, { origin: fact.origin, texts: [fact.category, fact.fact] });
    const { id, uid, type, expiresAt, supersedesUid } = fact;
    const named = { status, id, uid, type, expires_at: expiresAt, supersedes: supersedesUid };
    const json = { ...named, fact, related, redacted };
    answer(input, context, json, [...savedLines(saved, context), ...relatedLines(saved)].join('\n'));
    return 0;
  },
};

interface Saved {
  status: StoredStatus;
  fact: Fact;
  replaced: Fact | null;
  /** Live facts that had replaced the same one before. */
  rivals: Fact[];
  related: RelatedFact[];
  /** Other facts with lower confidence now. */
  lostConfidence: Fact[];
  redacted: number;
}

async function saveFact(input: CommandInput, context: CommandContext): Promise<Saved> {
  const given = inputFrom(input);
  const caller = await context.caller();
  const supersedes = textOption(input, 'supersedes');
  const { facts } = context.memory;
  if (supersedes !== undefined) return facts.supersede(caller, { ...given, factId: supersedes });
  const isTyped = given.category !== undefined || given.type !== undefined;
  return {
    ...(await facts.store(caller, isTyped ? given : { ...given, category: 'codebase' })),
    replaced: null,
    rivals: [],
  };
}

function inputFrom(input: CommandInput): FactInput {
  const fact = input.positionals.join(' ');
  if (fact.trim() === '') throw refused('TEXT', 'is empty', 'Give the text to remember. Nothing was stored.');
  const type = textOption(input, 'type');
  const category = textOption(input, 'category');
  const confidence = numberOption(input, 'confidence');
  const labels = labelsFrom(input);
  const visibility = textOption(input, 'visibility');
  const sourceRef = textOption(input, 'source');
  const project = textOption(input, 'project');
  return {
    fact,
    project,
    ...expiryFrom(input),
    type,
    category,
    confidence,
    tags: labels,
    visibility,
    sourceRef,
  };
}

/** What the fact is about is kept as tags, as `save_artifact` does: the graph reads them, and people can edit them. */
function labelsFrom(input: CommandInput): string[] | undefined {
  const tags = listOption(input, 'tags');
  const entities = listOption(input, 'entities');
  if (tags === undefined && entities === undefined) return undefined;
  return [...new Set([...wordsFrom(tags ?? []), ...(entities ?? [])])];
}

function savedLines({ status, fact, replaced, rivals }: Saved, { memory }: CommandContext): string[] {
  const id = String(fact.id);
  const where = fact.projectName === null ? 'for every project' : `for the project ${plainLine(fact.projectName)}`;
  const replacing = replaced === null ? '' : ` ${replacedText(replaced, fact, rivals)}`;
  const sentence =
    status === 'stored'
      ? `Remembered as fact #${id}, ${where}.${replacing} To remove it, run "bigmind erase fact ${id}".`
      : `Already known as fact #${id}.${replacing}`;
  const expiry = fact.expiresAt === null ? '' : `, expires ${localMinute(fact.expiresAt, memory.clock.timeZone)}`;
  return [sentence, `Type ${fact.type}${expiry}, uid ${plainLine(fact.uid)}.`];
}

function replacedText({ id, deprecationReason }: Fact, by: Fact, rivals: readonly Fact[]): string {
  const replaces = `It replaces #${String(id)}.`;
  if (rivals.length === 0) return replaces;
  const others = rivals.map((rival) => `#${String(rival.id)} "${plainLine(rival.fact)}"`).join(' and ');
  if (deprecationReason !== `superseded by #${String(by.id)}`)
    return `#${String(id)} was already replaced by ${others}, so both apply now.`;
  return `${replaces} ${others} replaced an earlier version of it, so both apply now.`;
}

function relatedLines({ related, rivals, lostConfidence }: Saved): string[] {
  const among = (facts: readonly Fact[], { fact }: RelatedFact): boolean => facts.some(({ id }) => id === fact.id);
  return related.map((one) =>
    among(rivals, one) ? replaceToo(one.fact) : relatedLine(one, among(lostConfidence, one)),
  );
}

function replaceToo({ id }: Fact): string {
  return `If #${String(id)} no longer applies, run this again with --supersedes ${String(id)}.`;
}

function relatedLine({ fact, relation }: RelatedFact, isLessSure: boolean): string {
  const known = `#${String(fact.id)} "${plainLine(fact.fact)}"`;
  switch (relation) {
    case 'contradicts': {
      const lowered = isLessSure ? `, whose confidence is now ${String(fact.confidence)}` : '';
      return `It contradicts ${known}${lowered}. ${replaceToo(fact)}`;
    }
    case 'same':
      return `The same seems to be stored as ${known}.`;
    case 'similar':
      return `A similar one is stored as ${known}.`;
  }
}
