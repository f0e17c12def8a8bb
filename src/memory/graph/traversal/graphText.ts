/** An answer of the graph as lines, for a model or a terminal. */
import { refKey, shortSessionId } from '../../shared/memoryRef.ts';
import { authorsOf } from '../../trust/authors.ts';
import { plainLine } from '../../trust/quoting.ts';
import { synthesisLines } from '../synthesis/synthesisText.ts';
import { groupBy } from '../../../util/groupBy.ts';
import { counted, shorten } from '../../../util/text.ts';
import type { GraphAnswer, StructuredEdge, StructuredEntity, StructuredGraphMemory } from './graphAnswer.ts';

/** In characters, for the excerpt of a memory. */
const maxExcerpt = 200;
const maxName = 80;
const maxAliases = 20;

/** `dayOf` writes a time, ISO 8601 in UTC, as a day. Without the notice. */
export function graphLines(answer: GraphAnswer, dayOf: (time: string) => string): string[] {
  const entities = answer.query === 'neighbours' ? [] : answer.entities;
  const isChain = answer.query === 'path';
  return [
    ...answer.about.map((entity) => aboutLine(entity, dayOf)),
    ...synthesesText(answer),
    ...entities.map((entity) => `- ${entityText(entity)}`),
    ...answer.memories.map((memory) => `- ${memoryText(memory, dayOf)}`),
    ...(isChain ? answer.edges.map((edge) => [edge]) : byMemory(answer.edges)).map(
      (edges, at) => `${isChain ? `${String(at + 1)}.` : '-'} ${edgesText(edges, answer, dayOf)}`,
    ),
  ];
}

/** In the order of the first edge of each memory, so that a memory through which many are reached is shown once. */
function byMemory(edges: readonly StructuredEdge[]): StructuredEdge[][] {
  const groups = groupBy(edges.entries(), ([at, { memory }]) => (memory === undefined ? String(at) : refKey(memory)));
  return [...groups.values()].map((group) => group.map(([, edge]) => edge));
}

function aboutLine(entity: StructuredEntity, dayOf: (time: string) => string): string {
  const { aliases = [], first_at: first = '', last_at: last = '' } = entity;
  const days = [...new Set([first, last].filter((time) => time !== '').map(dayOf))];
  return [
    entityText(entity),
    ...(days.length === 0 ? [] : [`, ${days.join(' to ')}`]),
    ...(aliases.length === 0 ? [] : [`, also called ${aliasText(aliases)}`]),
  ].join('');
}

function synthesesText({ about: [entity], syntheses = [], memories }: GraphAnswer): string[] {
  const lines = syntheses.flatMap((synthesis) => synthesisLines(entity?.name ?? '', synthesis));
  return lines.length === 0 || memories.length === 0 ? lines : [...lines, 'Memories:'];
}

function aliasText(aliases: readonly string[]): string {
  const more = aliases.length - maxAliases;
  return [...aliases.slice(0, maxAliases).map(named), ...(more > 0 ? [`and ${String(more)} more`] : [])].join(', ');
}

function entityText({ name, kind, memories }: StructuredEntity): string {
  return `${named(name)} (${kind})${memories === undefined ? '' : `, ${counted(memories, 'memory', 'memories')}`}`;
}

/** Edges of one memory, with the memory. */
function edgesText(edges: readonly StructuredEdge[], answer: GraphAnswer, dayOf: (time: string) => string): string {
  const ends = edges.map((edge) => endsText(edge, answer)).join('; ');
  const memory = edges[0]?.memory;
  return memory === undefined ? ends : `${ends}: ${memoryText(memory, dayOf)}`;
}

function endsText({ from, relation, to, together }: StructuredEdge, { query, entities }: GraphAnswer): string {
  if (query !== 'neighbours')
    return `${named(from)} ${relation === 'mentioned_together' ? 'together with' : relation.replaceAll('_', ' ')} ${named(to)}`;
  const kind = entities.find(({ name }) => name === to)?.kind;
  return `${named(to)}${kind === undefined ? '' : ` (${kind})`}, together in ${counted(together ?? 0, 'memory', 'memories')}`;
}

function memoryText(memory: StructuredGraphMemory, dayOf: (time: string) => string): string {
  const { kind, id, text, created_at: createdAt, project, status, labels = [] } = memory;
  const about = [
    `${kind} ${kind === 'session' ? shortSessionId(id) : `#${id}`}`,
    ...(status === undefined ? [] : [status]),
    ...(createdAt === '' ? [] : [dayOf(createdAt)]),
    ...(project === undefined ? [] : [project]),
    ...authorsOf({ author: memory.author ?? null, approver: memory.approved_by ?? null }),
    ...labels,
  ];
  return `[${about.map(plainLine).join(' · ')}] ${shorten(plainLine(text), maxExcerpt)}`;
}

function named(name: string): string {
  return shorten(plainLine(name), maxName);
}
