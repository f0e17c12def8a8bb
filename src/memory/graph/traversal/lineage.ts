/** What facts replaced, rest on and contradict, followed through their links in both directions. */
import type { LinkedFact, MemoryDetail } from '../../recall/catalogue.ts';
import { BigMindError } from '../../shared/errors.ts';
import type { MemoryRef } from '../../shared/memoryRef.ts';

/** Facts are named by `#` and their number. */
interface LineageEdge {
  from: string;
  relation: 'supersedes' | 'informed_by' | 'contradicts';
  to: string;
}

/**
 * The facts reached from `starts`, newest first, and their links; at most `limit` facts. Those that do not exist, and
 * those without a link, are left out.
 */
export async function lineageOf(
  get: (ref: MemoryRef) => Promise<MemoryDetail>,
  starts: readonly MemoryRef[],
  limit: number,
): Promise<{ facts: MemoryDetail[]; edges: LineageEdge[]; isCut: boolean }> {
  const facts = new Map<string, MemoryDetail>();
  const edges = new Map<string, LineageEdge>();
  const open = starts.map(({ id }) => id);
  const seen = new Set(open);
  while (open.length > 0 && facts.size < limit) {
    const id = open.shift() ?? '';
    const fact = await orNone(() => get({ kind: 'fact', id }));
    if (fact === undefined || linked(fact).length === 0) continue;
    facts.set(id, fact);
    for (const edge of edgesOf(fact)) edges.set(Object.values(edge).join(' '), edge);
    for (const { id: next } of linked(fact)) {
      if (seen.has(String(next))) continue;
      seen.add(String(next));
      open.push(String(next));
    }
  }
  const newestFirst = [...facts.values()].sort((one, other) => Number(other.id) - Number(one.id));
  const isShown = (name: string): boolean => facts.has(name.slice(1));
  const shown = [...edges.values()].filter(({ from, to }) => isShown(from) && isShown(to));
  return { facts: newestFirst, edges: shown, isCut: open.length > 0 };
}

function linked({
  supersedes,
  supersededBy,
  informedBy,
  informs,
  contradicts,
  contradictedBy,
}: MemoryDetail): LinkedFact[] {
  const newer = supersededBy === null ? [] : [supersededBy];
  return [...newer, ...supersedes, ...informedBy, ...informs, ...contradicts, ...contradictedBy];
}

/** Of what replaced it, only the direct successor is known; older facts name theirs. */
function edgesOf(fact: MemoryDetail): LineageEdge[] {
  const own = `#${fact.id}`;
  const named = ({ id }: LinkedFact): string => `#${String(id)}`;
  return [
    ...(fact.supersededBy === null
      ? []
      : [{ from: named(fact.supersededBy), relation: 'supersedes' as const, to: own }]),
    ...fact.informedBy.map((one): LineageEdge => ({ from: own, relation: 'informed_by', to: named(one) })),
    ...fact.informs.map((one): LineageEdge => ({ from: named(one), relation: 'informed_by', to: own })),
    ...fact.contradicts.map((one): LineageEdge => ({ from: own, relation: 'contradicts', to: named(one) })),
    ...fact.contradictedBy.map((one): LineageEdge => ({ from: named(one), relation: 'contradicts', to: own })),
  ];
}

async function orNone(read: () => Promise<MemoryDetail>): Promise<MemoryDetail | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof BigMindError && thrown.code === 'not_found') return undefined;
    throw thrown;
  }
}
