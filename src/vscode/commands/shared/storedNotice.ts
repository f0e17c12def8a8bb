/** The notice after something was stored by hand: what it relates to, and the buttons to undo it and to show it. */
import * as vscode from 'vscode';
import type { RelatedFact } from '../../../memory/facts/facts.ts';
import type { Route } from '../../../protocol/route.ts';
import { oneLine, shorten } from '../../../util/text.ts';
import { showStep } from '../../platform/notices.ts';
import type { Services } from '../../services/host.ts';

interface StoredNotice {
  message: string;
  related?: readonly RelatedFact[];
  /** Secrets that were removed. */
  redacted?: number;
  /** The change that Undo undoes. */
  changeId: string;
  /** Where Show shows it. */
  route: Route;
}

/** In characters, for a memory quoted in a notice. */
const maxQuotedLength = 80;

export function notifyStored(services: Services, notice: StoredNotice): void {
  const { message, related = [], redacted = 0, changeId, route } = notice;
  const sentences = [
    message,
    ...(redacted === 0 ? [] : [vscode.l10n.t('BigMind removed the secrets first.')]),
    ...related.map(relatedSentence),
  ];
  const undo = { label: vscode.l10n.t('Undo'), run: () => undoChange(services, changeId) };
  services.notices.done(sentences.join(' '), undo, showStep(route));
}

function relatedSentence({ fact, relation }: RelatedFact): string {
  const known = shorten(oneLine(fact.fact), maxQuotedLength);
  return relation === 'contradicts'
    ? vscode.l10n.t('It contradicts #{0} "{1}", which now has a lower confidence.', fact.id, known)
    : vscode.l10n.t('BigMind already has something similar: #{0} "{1}".', fact.id, known);
}

async function undoChange({ access, notices }: Services, changeId: string): Promise<void> {
  await access.use(({ memory, caller }) => memory.changes.undo(caller, [changeId]));
  notices.done(vscode.l10n.t('Change undone.'));
}
