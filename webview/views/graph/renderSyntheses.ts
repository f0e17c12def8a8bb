/** What the memories about an entity come to: sentences with the memories that they rest on, and contradictions. */
import { html, nothing, type TemplateResult } from 'lit';
import type { SentenceCard, SynthesisCard } from '../../../src/protocol/graph/graph.ts';
import type { MemoryCard } from '../../../src/protocol/recall/memories.ts';
import { t, tn } from '../../l10n/t.ts';
import { joined, renderTime } from '../../parts/design/format.ts';
import { kindName } from '../../parts/domain/memoryWords.ts';
import { isolated } from './model/entityWords.ts';

type Open = (memory: MemoryCard) => void;

/** Nothing if there is none. With several, each has the name of its project. */
export function renderSyntheses(syntheses: readonly SynthesisCard[], open: Open): TemplateResult | typeof nothing {
  if (syntheses.length === 0) return nothing;
  return html`<section class="syntheses" aria-labelledby="synthesis">
    <h3 id="synthesis">${t('Synthesis')}</h3>
    ${syntheses.map((one) => renderSynthesis(one, open, syntheses.length > 1 ? (one.project ?? t('No project')) : one.project))}
  </section>`;
}

function renderSynthesis(
  { sentences, conflicts, memories, model, createdAt }: SynthesisCard,
  open: Open,
  project: string | null,
): TemplateResult {
  const about = [
    ...(project === null ? [] : [html`<bdi>${project}</bdi>`]),
    tn(memories, 'from {0} memory', 'from {0} memories'),
    renderTime(createdAt),
    model === null ? t('by a rule') : t('by {0}', isolated(model)),
  ];
  return html`<div class="synthesis">
    ${sentences.length === 0 ? nothing : renderStatements(sentences, open)}
    ${conflicts.map(
      (statements) =>
        html`<div class="conflict" role="group" aria-label=${t('These contradict each other')}>
          <p aria-hidden="true">${t('These contradict each other')}</p>
          ${renderStatements(statements, open)}
        </div>`,
    )}
    <p class="quiet">${joined(about)}</p>
  </div>`;
}

function renderStatements(statements: readonly SentenceCard[], open: Open): TemplateResult {
  return html`<ul class="plain">
    ${statements.map(
      ({ text, sources }) =>
        html`<li>
          <div dir="auto">${text}</div>
          <div class="stated">${joined(sources.map((memory) => renderSource(memory, open)))}</div>
        </li>`,
    )}
  </ul>`;
}

function renderSource(memory: MemoryCard, open: Open): TemplateResult {
  const { kind, id, title, text } = memory;
  const name = `${kindName(kind)} ${kind === 'session' ? id.slice(0, 8) : `#${id}`}`;
  const about = title === null || title === '' ? text : title;
  return html`<button class="link" title=${about} @click=${() => open(memory)}>${name}</button>`;
}
