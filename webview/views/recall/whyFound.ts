/** Why a memory was found and has its rank, in plain words with the figures of its score. */
import { html, nothing, type TemplateResult } from 'lit';
import type { FoundCard } from '../../../src/protocol/recall/memories.ts';
import { language, t } from '../../l10n/t.ts';
import { dayOf } from '../../parts/design/days.ts';
import { dayName } from '../../parts/design/format.ts';
import { matchName } from '../../parts/domain/memoryWords.ts';

type Found = FoundCard['found'][number];
type Word = Found['why']['words'][number];

/** Smaller parts would make no visible difference. */
const minShown = 0.005;

export function renderWhy({ match, why }: Found): TemplateResult {
  const { words, document, meaning, resemblance, evidence, factors, contradicts, unusedSince } = why;
  const shown = words.filter(({ here, nearby }) => here + nearby >= minShown);
  const weighed = factors.filter(({ times }) => Math.abs(times - 1) >= minShown);
  return html`<details>
    <summary>${t('Why this result? Match: {0}', matchName(match))}</summary>
    <p>${t('Word match: {0}', figure(evidence))}</p>
    <ul class="bullets">
      ${shown.map((word) => html`<li>${wordText(word)}</li>`)}
      ${
        document < minShown
          ? nothing
          : html`<li>${t('{0} for the questions and answers in the session', figure(document))}</li>`
      }
      ${meaning < minShown ? nothing : html`<li>${t('{0} because of similar meaning', figure(meaning))}</li>`}
      ${resemblance < minShown ? nothing : html`<li>${t('{0} because of similar spelling', figure(resemblance))}</li>`}
    </ul>
    ${
      weighed.length === 0
        ? nothing
        : html`<p>${t('Then multiplied by:')}</p>
            <ul class="bullets">
              ${weighed.map(({ name, times }) => html`<li>× ${figure(times)} – ${factorText(name, times)}</li>`)}
            </ul>`
    }
    ${
      contradicts === null
        ? nothing
        : html`<p>${t('It is right above fact #{0}, because it is newer and contradicts it.', contradicts)}</p>`
    }
    ${
      unusedSince === null
        ? nothing
        : html`<p>
            ${t('It has faded, because it has not been used since {0}. That does not change its rank.', dayName(dayOf(unusedSince) ?? unusedSince))}
          </p>`
    }
  </details>`;
}

function wordText({ word, match, here, nearby }: Word): string {
  if (here < minShown) return t('“{0}”: {1}, nearby in the same conversation', word, figure(nearby));
  const own = ownText(word, match, figure(here));
  return nearby < minShown ? own : t('{0}, and {1} nearby in the same conversation', own, figure(nearby));
}

function ownText(word: string, match: string, share: string): string {
  switch (match) {
    case 'alike':
      return t('“{0}”: {1}, similar word', word, share);
    case 'date':
    case 'period':
      return t('“{0}”: {1}, matched by date', word, share);
    default:
      return t('“{0}”: {1}', word, share);
  }
}

/** An unknown name comes from a newer search and is shown as it is. */
export function factorText(name: string, times: number): string {
  switch (name) {
    case 'speaker':
      return t('said by the person you asked about');
    case 'user':
      return t('said by a person, not by an assistant');
    case 'firstPerson':
      return t('someone speaks about themselves');
    case 'wish':
      return t('the kind of answer that you asked for');
    case 'asking':
      return t('it is a question itself');
    case 'length':
      return t('it is very short');
    case 'kind':
      return t('the kind of memory');
    case 'confidence':
      return t('it is not certain');
    case 'importance':
      return times >= 1 ? t('it is important') : t('it is less important than others');
    case 'recency':
      return t('it is recent');
    case 'project':
      return t('it belongs to this project');
    case 'trust':
      return t('it comes from the web, or reads like instructions to an assistant');
    case 'conversation':
      return t('other parts of the same conversation match');
    case 'session':
      return t('the topic of its session matches');
    case 'asked':
      return t('you asked for sessions');
    case 'meaning':
      return times >= 1 ? t('closer in meaning than other results') : t('less close in meaning than other results');
    case 'spread':
      return t('the same session gave better results');
    case 'current':
      return t('placed by date next to a result that says something else');
    case 'rerank':
      return t('a reranking model judged how well it matches');
    default:
      return name;
  }
}

function figure(value: number): string {
  return value.toLocaleString(language(), { maximumFractionDigits: 2 });
}
