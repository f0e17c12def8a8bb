/** Headlines that say nothing about their session. */
import type { Session } from './sessions.ts';

/** The plan's headline for a session that was not ended (decision 1). */
export const autoClosedHeadline = '[auto-closed — session exceeded 24h]';
/** Of a session that its client ended without a summary, and from which nothing was kept. */
export const endedHeadline = '[ended with its chat]';

export const emptyHeadlines = ['', autoClosedHeadline, endedHeadline] as const;

/** Whether a headline says what happened in its session. */
export function hasHeadline({ oneLiner }: Pick<Session, 'oneLiner'>): boolean {
  return emptyHeadlines.every((empty) => oneLiner !== empty);
}
