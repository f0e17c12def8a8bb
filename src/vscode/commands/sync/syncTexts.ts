/** What the command says about a setup, a run and a conflict. */
import * as vscode from 'vscode';
import type { SyncTable } from '../../../memory/sync/records.ts';
import type { RivalFacts, SyncConflict, SyncOutline } from '../../../memory/sync/syncStore.ts';
import { differencesIn } from '../../../memory/sync/differences.ts';
import type { SyncReport, WaitingBundle } from '../../../sync/syncReport.ts';
import { oneLine, shorten } from '../../../util/text.ts';

const maxProjects = 10;
/** Facts that several computers replaced, in a notice. */
const maxRivals = 2;
/** In characters. */
const maxQuoted = 60;

/** Before a setup: everything that the first sync sends. */
export function outlineText({ counts, projects }: SyncOutline): string {
  const nothing = vscode.l10n.t('Nothing yet, because this memory is empty. What it gets from now on is sent.');
  const parts = counts.map(({ table, total }) => `• ${countText(table, total)}`);
  const more = projects.length - maxProjects;
  const named = [...projects.slice(0, maxProjects), ...(more > 0 ? [vscode.l10n.t('and {0} more', more)] : [])];
  return [
    vscode.l10n.t('The first sync sends from this computer:'),
    parts.length === 0 ? nothing : parts.join('\n'),
    ...(projects.length === 0 ? [] : [vscode.l10n.t('Projects: {0}', named.join(', '))]),
    vscode.l10n.t(
      'All of it is encrypted on this computer. Anyone who can read the folder or remote sees only random ids of computers, and the size and time of each bundle. The setup itself sends nothing.',
    ),
  ].join('\n\n');
}

export function reportText({
  added,
  changed,
  erased,
  sent,
  conflicts,
  rivals,
  isRenamed,
  ...rest
}: SyncReport): string {
  const parts = [
    ...(added > 0 ? [vscode.l10n.t('{0} added', numberText(added))] : []),
    ...(changed > 0 ? [vscode.l10n.t('{0} changed', numberText(changed))] : []),
    ...(erased > 0 ? [vscode.l10n.t('{0} erased', numberText(erased))] : []),
  ];
  const received = parts.length === 0 ? vscode.l10n.t('nothing') : parts.join(', ');
  return [
    vscode.l10n.t('Received: {0}. Sent: {1}.', received, sent === 0 ? vscode.l10n.t('nothing') : numberText(sent)),
    ...(conflicts > 0
      ? [vscode.l10n.t('Changed on two computers: {0}. The versions that lost are kept.', numberText(conflicts))]
      : []),
    ...rivalTexts(rivals),
    ...(isRenamed
      ? [vscode.l10n.t('This computer has a new id, because another copy of its memory used the old one.')]
      : []),
    ...rest.waiting.map(waitText),
    ...(rest.strays.length > 0
      ? [vscode.l10n.t('Files that are no bundles and are ignored: {0}.', numberText(rest.strays.length))]
      : []),
  ].join(' ');
}

function rivalTexts(rivals: readonly RivalFacts[]): string[] {
  const quoted = ({ id, text }: { id: number; text: string }): string =>
    `#${String(id)} "${shorten(oneLine(text), maxQuoted)}"`;
  const texts = rivals.slice(0, maxRivals).map((fact) => {
    const successors = fact.by.map((one) => `${quoted(one)} (${one.machine})`).join(', ');
    return vscode.l10n.t(
      'Replaced on several computers: {0}, by {1}. Keep one and deprecate the others.',
      quoted(fact),
      successors,
    );
  });
  const more = rivals.length - maxRivals;
  return [...texts, ...(more > 0 ? [vscode.l10n.t('{0} more facts were replaced on several computers.', more)] : [])];
}

export function waitText({ name, sequence, reason }: WaitingBundle): string {
  switch (reason) {
    case 'incomplete':
      return vscode.l10n.t('Bundle {0} of {1} is cut off or not copied here yet.', sequence, name);
    case 'missing':
      return vscode.l10n.t('Bundle {0} of {1} is not there yet.', sequence, name);
    case 'newer':
      return vscode.l10n.t('Bundle {0} of {1} comes from a newer BigMind: update BigMind here.', sequence, name);
    case 'other_key':
      return vscode.l10n.t(
        'Bundle {0} of {1} was written after another setup: set up the sync again on that computer.',
        sequence,
        name,
      );
    case 'changed':
      return vscode.l10n.t(
        'Bundle {0} of {1} was changed after it was written: set up the sync again on that computer.',
        sequence,
        name,
      );
    case 'needs_other':
      return vscode.l10n.t('Bundle {0} of {1} needs what another computer has not brought yet.', sequence, name);
  }
}

/** One side of a conflict: the columns in which the versions differ. */
export function versionText(conflict: SyncConflict, side: 'lost' | 'current'): string {
  const version = side === 'lost' ? conflict.content : conflict.current;
  if (version === null) return `${vscode.l10n.t('This version removes it.')}\n`;
  return differencesIn(conflict)
    .map((one) => `## ${one.column}\n\n${String(one[side] ?? '–')}\n`)
    .join('\n');
}

export function numberText(count: number): string {
  return count.toLocaleString(vscode.env.language);
}

/** For example "facts: 12". */
export function countText(table: SyncTable | 'tombstones', total: number): string {
  const count = numberText(total);
  switch (table) {
    case 'identity_profile':
      return vscode.l10n.t('profiles: {0}', count);
    case 'sessions':
      return vscode.l10n.t('sessions: {0}', count);
    case 'session_summaries':
      return vscode.l10n.t('summaries: {0}', count);
    case 'conversation_chunks':
      return vscode.l10n.t('kept exchanges: {0}', count);
    case 'facts':
      return vscode.l10n.t('facts: {0}', count);
    case 'outcomes':
      return vscode.l10n.t('outcomes of decisions: {0}', count);
    case 'hypotheses':
      return vscode.l10n.t('hypotheses: {0}', count);
    case 'global_knowledge':
      return vscode.l10n.t('knowledge: {0}', count);
    case 'knowledge_reviews':
      return vscode.l10n.t('reviews: {0}', count);
    case 'messages':
      return vscode.l10n.t('messages: {0}', count);
    case 'links':
      return vscode.l10n.t('links: {0}', count);
    case 'muted_memories':
      return vscode.l10n.t('muted memories: {0}', count);
    case 'entity_aliases':
      return vscode.l10n.t('merged names: {0}', count);
    case 'tombstones':
      return vscode.l10n.t('erased names: {0}', count);
  }
}

export function kindText(table: SyncTable): string {
  switch (table) {
    case 'identity_profile':
      return vscode.l10n.t('Profile');
    case 'sessions':
      return vscode.l10n.t('Session');
    case 'session_summaries':
      return vscode.l10n.t('Session summary');
    case 'conversation_chunks':
      return vscode.l10n.t('Kept exchange');
    case 'facts':
      return vscode.l10n.t('Fact');
    case 'outcomes':
      return vscode.l10n.t('Outcome of a decision');
    case 'hypotheses':
      return vscode.l10n.t('Hypothesis');
    case 'global_knowledge':
      return vscode.l10n.t('Team knowledge');
    case 'knowledge_reviews':
      return vscode.l10n.t('Review');
    case 'messages':
      return vscode.l10n.t('Message');
    case 'links':
      return vscode.l10n.t('Link between memories');
    case 'muted_memories':
      return vscode.l10n.t('Muted memory');
    case 'entity_aliases':
      return vscode.l10n.t('Merged name');
  }
}
