/** What learning did last and what waits, in one line, with the button that learns now where the host has it. */
import { html, nothing, type TemplateResult } from 'lit';
import type { LearningCard } from '../../../src/protocol/learn/learned.ts';
import type { Page } from '../../client/page.ts';
import { t, tn } from '../../l10n/t.ts';
import { actionButton } from '../../parts/design/actionButton.ts';
import { joined, number, renderTime } from '../../parts/design/format.ts';

export function renderLearningStatus(learning: LearningCard, page: Page): TemplateResult | typeof nothing {
  const parts = [lastRunText(learning), waitingText(learning)].filter((part) => part !== null);
  if (parts.length === 0) return nothing;
  return html`<div class="status">
    <p class="quiet">${parts.map((part) => html`<span>${part} </span>`)}</p>
    ${learning.sessions === 0 ? nothing : renderLearnNow(page)}
  </div>`;
}

/** A browser cannot ask a model; the command line can. */
export function renderLearnNow(page: Page): unknown {
  return page.can('learn')
    ? actionButton('learn', page)
    : html`<p class="quiet">${t('In a terminal:')} <code class="path">bigmind learn</code></p>`;
}

function lastRunText({ lastRun }: LearningCard): unknown {
  if (lastRun === null) return null;
  const { startedAt, due, done, tokens, isRunning } = lastRun;
  if (isRunning) return t('Learning from {0} of {1} sessions…', number(done), number(due));
  const cost = [
    tn(done, '{0} session', '{0} sessions'),
    tokens === 0 ? null : tn(tokens, '{0} token', '{0} tokens'),
  ].filter((part) => part !== null);
  return html`${t('Last learned')} ${renderTime(startedAt)} (${joined(cost)}).`;
}

/** Null if nothing waits. */
function waitingText({ project, sessions, tokens }: LearningCard): string | null {
  if (sessions === 0) return null;
  const about = number(Number(tokens.toPrecision(2)));
  return project === null
    ? tn(
        sessions,
        'Nothing is learned from {0} session yet. A language model would read about {1} tokens.',
        'Nothing is learned from {0} sessions yet. A language model would read about {1} tokens.',
        about,
      )
    : tn(
        sessions,
        'Nothing is learned from {0} session of {1} yet. A language model would read about {2} tokens.',
        'Nothing is learned from {0} sessions of {1} yet. A language model would read about {2} tokens.',
        project,
        about,
      );
}
