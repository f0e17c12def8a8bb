/** What was acknowledged to a recorded workload, and when, as an index into the calls. */
import { join } from 'node:path';
import type { DiskCall } from './syscalls.ts';

export interface Claim {
  /** The text of a backup, restore or repair is the prefix of the facts that it concerns. */
  kind: 'fact' | 'session' | 'chunk' | 'backup' | 'restore' | 'erase' | 'damage' | 'repair';
  text: string;
}

export type Mark = { requested: Claim; process: number; message: number } | { doing: Claim } | { did: Claim };

export interface TimedClaim extends Claim {
  /** From this call on it may have been done; 0 if that makes no difference. */
  begunAt: number;
  /** Infinity if it was never acknowledged. */
  doneAt: number;
}

/** The bytes with which a workload damages a store; they must be found wherever the damaged file is moved. */
export const damagedPage: Buffer = Buffer.alloc(4_096, 0xa5);

/** Two folders deep; the program creates the folders itself. */
export function storeIn(root: string): string {
  return join(root, 'kept', 'here', 'memory.db');
}

export function claimsFrom(calls: readonly DiskCall[]): TimedClaim[] {
  const answered = new Map<string, number>();
  const marks: [at: number, mark: Mark][] = [];
  const rests = new Map<number, string>();
  let rest = '';
  calls.forEach((call, at) => {
    if (call.call === 'output') {
      const lines = ((rests.get(call.process) ?? '') + call.bytes.toString('utf8')).split('\n');
      rests.set(call.process, lines.pop() ?? '');
      for (const id of lines.map(acknowledgedIn)) answered.set(`${String(call.process)} ${String(id)}`, at);
    }
    if (call.call === 'marked') {
      const lines = (rest + call.bytes.toString('utf8')).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) marks.push([at, JSON.parse(line) as Mark]);
    }
  });
  return marks.flatMap(([at, mark]): TimedClaim[] => {
    if ('requested' in mark) {
      const doneAt = answered.get(`${String(mark.process)} ${String(mark.message)}`) ?? Infinity;
      return [{ ...mark.requested, begunAt: 0, doneAt }];
    }
    if ('did' in mark) return [{ ...mark.did, begunAt: lastBegun(marks, mark.did, at), doneAt: at }];
    const isDone = marks.some(([, other]) => 'did' in other && same(other.did, mark.doing));
    return isDone ? [] : [{ ...mark.doing, begunAt: at, doneAt: Infinity }];
  });
}

/** The id of the message that a line acknowledges. */
function acknowledgedIn(line: string): number | undefined {
  if (!line.startsWith('{"')) return undefined;
  const { id, result } = JSON.parse(line) as { id?: number; result?: { isError?: boolean } };
  return result === undefined || result.isError === true ? undefined : id;
}

function lastBegun(marks: readonly [number, Mark][], claim: Claim, before: number): number {
  const begun = marks.findLast(([at, mark]) => at < before && 'doing' in mark && same(mark.doing, claim));
  return begun?.[0] ?? 0;
}

function same(one: Claim, other: Claim): boolean {
  return one.kind === other.kind && one.text === other.text;
}
