/**
 * The turns of a transcript from its messages: what was said, and between it steps of the assistant, its tool calls and
 * thoughts. A result belongs to the earliest call of its tool that has none yet.
 */
import type { MessageCard } from '../../../../src/protocol/sessions/sessions.ts';

/** A message and its place in the transcript. */
export interface Placed {
  place: number;
  message: MessageCard;
}

/** A tool call with its result, a thought, or a message of a program. */
export interface Step extends Placed {
  result: Placed | undefined;
}

export type Turn = { kind: 'said'; said: Placed } | { kind: 'steps'; steps: Step[] };

export function turnsFrom(messages: readonly Placed[]): Turn[] {
  const turns: Turn[] = [];
  for (const placed of messages) {
    if (isSaid(placed.message)) {
      turns.push({ kind: 'said', said: placed });
      continue;
    }
    const last = turns.at(-1);
    const steps = last?.kind === 'steps' ? last.steps : [];
    if (last?.kind !== 'steps') turns.push({ kind: 'steps', steps });
    const call = placed.message.type === 'tool_result' ? steps.find((step) => isCallOf(step, placed)) : undefined;
    if (call === undefined) steps.push({ ...placed, result: undefined });
    else call.result = placed;
  }
  return turns;
}

/** Of its first message. */
export function placeOf(turn: Turn): number {
  return turn.kind === 'said' ? turn.said.place : (turn.steps[0]?.place ?? 0);
}

/** Whether it is one of the messages of the turn. */
export function isAt(turn: Turn, place: number | null): boolean {
  if (turn.kind === 'said') return turn.said.place === place;
  return turn.steps.some((step) => isStepAt(step, place));
}

export function isStepAt({ place: own, result }: Step, place: number | null): boolean {
  return own === place || result?.place === place;
}

function isSaid({ type, role }: MessageCard): boolean {
  return type === 'text' && role !== 'system' && role !== 'tool';
}

function isCallOf({ message, result }: Step, { message: { tool } }: Placed): boolean {
  return message.type === 'tool_use' && message.tool === tool && result === undefined;
}
