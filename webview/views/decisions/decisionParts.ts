/** The parts of an opened decision: who, why, what was rejected, and how it turned out. */
import { html, nothing, type TemplateResult } from 'lit';
import type { DecisionDetailsCard, OutcomeCard } from '../../../src/protocol/decisions/decisions.ts';
import type { MemoryDetailCard } from '../../../src/protocol/recall/memories.ts';
import type { Page } from '../../client/page.ts';
import { t } from '../../l10n/t.ts';
import { dayOf } from '../../parts/design/days.ts';
import { dayName, fullTime, joined } from '../../parts/design/format.ts';
import '../../parts/design/longText.ts';
import { agentName, ownAgent } from '../../parts/domain/agentName.ts';
import { decisionStatusName, helpersText, isBadOutcome, outcomeText } from '../../parts/domain/decisionWords.ts';
import { expiryText } from '../../parts/domain/memoryWords.ts';
import { renderSource } from '../../parts/domain/source.ts';

/** Below the title: who decided, and when. */
export function renderPeople(memory: MemoryDetailCard, decision: DecisionDetailsCard): TemplateResult {
  const helpers = helpersText(decision);
  const people = [
    html`${t('Decided by')} <strong><bdi>${decision.decidedBy}</bdi></strong>`,
    helpers === null ? null : t('with {0}', helpers),
    memory.project,
    memory.createdAt === '' ? null : renderDay(memory.createdAt),
  ];
  return html`<p class="quiet">${joined(people.filter((part) => part !== null))}</p>`;
}

export function renderReasons(decision: DecisionDetailsCard, page: Page): TemplateResult {
  const { rationale, alternatives, outcomes } = decision;
  return html`${renderPart('rationale', t('Rationale'), html`<bigmind-long-text .text=${rationale}></bigmind-long-text>`)}
  ${renderPart('alternatives', t('Alternatives'), renderAlternatives(alternatives))}
  ${renderPart('outcomes', t('Outcomes'), renderOutcomes(outcomes, page))}`;
}

export function renderPart(id: string, title: string, content: unknown): TemplateResult {
  return html`<section aria-labelledby=${id}>
    <h3 id=${id}>${title}</h3>
    ${content}
  </section>`;
}

function renderAlternatives(alternatives: readonly string[]): TemplateResult {
  if (alternatives.length === 0) return html`<p class="quiet">${t('None was recorded.')}</p>`;
  return html`<ul class="bullets">
    ${alternatives.map((alternative) => html`<li dir="auto">${alternative}</li>`)}
  </ul>`;
}

function renderOutcomes(outcomes: readonly OutcomeCard[], page: Page): TemplateResult {
  if (outcomes.length === 0) {
    return html`<p class="quiet">${t('No outcome yet. Record one when you know whether it was right.')}</p>`;
  }
  return html`<ol class="outcomes">
    ${outcomes.map((outcome) => renderOutcome(outcome, page))}
  </ol>`;
}

function renderOutcome(outcome: OutcomeCard, page: Page): TemplateResult {
  const { notes, observedAt, sourceRef, user, agent } = outcome;
  const about = [renderDay(observedAt), user, agent === null || agent === ownAgent ? null : agentName(agent)];
  return html`<li class="quote outcome ${isBadOutcome(outcome) ? 'bad' : ''}">
    <p>
      <strong>${outcomeText(outcome)}</strong>
      <span class="quiet">${joined(about.filter((one) => one !== null))}</span>
    </p>
    <bigmind-long-text .text=${notes} at-first="600"></bigmind-long-text>
    ${sourceRef === null ? nothing : html`<p class="quiet">${t('Source')}: ${renderSource(sourceRef, page)}</p>`}
  </li>`;
}

/** A day in words, with the exact time on hover. */
function renderDay(iso: string): TemplateResult {
  return html`<time datetime=${iso} title=${fullTime(iso)}>${dayName(dayOf(iso) ?? iso)}</time>`;
}

/** For the editor of the host. */
export function documentOfDecision(memory: MemoryDetailCard, decision: DecisionDetailsCard): string {
  const { decidedBy, rationale, alternatives, outcomes } = decision;
  const helpers = helpersText(decision);
  const facts = [
    `- ${t('Decided by')}: ${decidedBy}`,
    ...(helpers === null ? [] : [`- ${t('With')}: ${helpers}`]),
    ...(memory.project === null ? [] : [`- ${t('Project')}: ${memory.project}`]),
    `- ${t('Status')}: ${[decisionStatusName(decision.status), expiryText(memory)].filter((one) => one !== null).join(', ')}`,
  ];
  const tried = outcomes.map(
    (outcome) => `- ${dayName(dayOf(outcome.observedAt) ?? '')}: ${outcomeText(outcome)}. ${outcome.notes}`,
  );
  return [
    `# ${memory.text}`,
    facts.join('\n'),
    `## ${t('Rationale')}\n\n${rationale}`,
    ...(alternatives.length === 0
      ? []
      : [`## ${t('Alternatives')}\n\n${alternatives.map((one) => `- ${one}`).join('\n')}`]),
    ...(tried.length === 0 ? [] : [`## ${t('Outcomes')}\n\n${tried.join('\n')}`]),
    '',
  ].join('\n\n');
}
