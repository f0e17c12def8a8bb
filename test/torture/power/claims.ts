/** What a recorded workload had been told is done, and when: a place in the row of the calls. */
import { join } from 'node:path';
import type { DiskCall } from './syscalls.ts';

export interface Claim {
  /** The text of a backup, a restoring begins those of the facts that it is about. */
  kind: 'fact' | 'session' | 'chunk' | 'backup' | 'restore' | 'erase' | 'damage' | 'repair';
  text: string;
}

export type Mark = { asked: Claim; process: number; message: number } | { doing: Claim } | { did: Claim };

export interface TimedClaim extends Claim {
  /** From here on it may have been done; 0 where it makes no difference. */
  begunAt: number;
  /** Infinity when it never was acknowledged. */
  doneAt: number;
}

/** What a workload damages a store with: wherever that file goes, this must be found in it. */
export const damagedPage: Buffer = Buffer.alloc(4_096, 0xa5);

/** Two folders deep, which the program makes itself. */
export function storeIn(root: string): string {
  return join(root, 'kept', 'here', 'memory.db');
}

export function claimsFrom(calls: readonly DiskCall[]): TimedClaim[] {
  const answered = new Map<string, number>();
  const marks: [at: number, mark: Mark][] = [];
  const rests = new Map<number, string>();
  let rest = '';
  calls.forEach((call, at) => {
    if (call.call === 'said') {
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
    if ('asked' in mark) {
      const doneAt = answered.get(`${String(mark.process)} ${String(mark.message)}`) ?? Infinity;
      return [{ ...mark.asked, begunAt: 0, doneAt }];
    }
    if ('did' in mark) return [{ ...mark.did, begunAt: lastBegun(marks, mark.did, at), doneAt: at }];
    const isDone = marks.some(([, other]) => 'did' in other && same(other.did, mark.doing));
    return isDone ? [] : [{ ...mark.doing, begunAt: at, doneAt: Infinity }];
  });
}

/** The id of the message that a line answers as done. */
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
