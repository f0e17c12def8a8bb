/** Why a memory was found, and why it stands where it does, in plain words with the figures that made up its score. */
import { html, nothing, type TemplateResult } from 'lit';
import type { FoundCard } from '../../../src/protocol/recall/memories.ts';
import { language, t } from '../../l10n/t.ts';
import { percent } from '../../parts/design/format.ts';

type Found = FoundCard['found'][number];
type Word = Found['why']['words'][number];

/** Smaller parts change nothing that anybody could see. */
const minShown = 0.005;

export function renderWhy({ score, why }: Found): TemplateResult {
  const { words, document, meaning, resemblance, evidence, factors, contradicts } = why;
  const told = words.filter(({ here, nearby }) => here + nearby >= minShown);
  const weighed = factors.filter(({ times }) => Math.abs(times - 1) >= minShown);
  return html`<details>
    <summary>${t('Why it was found: {0}', percent(Math.round(score * 100) / 100))}</summary>
    <p>${t('How well the words fit: {0}', figure(evidence))}</p>
    <ul class="bullets">
      ${told.map((word) => html`<li>${wordText(word)}</li>`)}
      ${
        document < minShown
          ? nothing
          : html`<li>${t('{0} for what was asked and answered in the session', figure(document))}</li>`
      }
      ${meaning < minShown ? nothing : html`<li>${t('{0} because it means something like it', figure(meaning))}</li>`}
      ${
        resemblance < minShown ? nothing : html`<li>${t('{0} because it is spelled like it', figure(resemblance))}</li>`
      }
    </ul>
    ${
      weighed.length === 0
        ? nothing
        : html`<p>${t('Then weighed by what else is known:')}</p>
            <ul class="bullets">
              ${weighed.map(({ name, times }) => html`<li>× ${figure(times)} – ${factorText(name, times)}</li>`)}
            </ul>`
    }
    ${
      contradicts === null
        ? nothing
        : html`<p>${t('It stands right above fact #{0}, because it is newer and contradicts it.', contradicts)}</p>`
    }
  </details>`;
}

function wordText({ word, match, here, nearby }: Word): string {
  if (here < minShown) return t('“{0}”: {1}, said nearby in the same conversation', word, figure(nearby));
  const own = ownText(word, match, figure(here));
  return nearby < minShown ? own : t('{0}, and {1} nearby in the same conversation', own, figure(nearby));
}

function ownText(word: string, match: string, share: string): string {
  switch (match) {
    case 'alike':
      return t('“{0}”: {1}, a word like it', word, share);
    case 'date':
    case 'period':
      return t('“{0}”: {1}, by its date', word, share);
    default:
      return t('“{0}”: {1}', word, share);
  }
}

/** A name that this page does not know is a newer search's, and stands as it is. */
export function factorText(name: string, times: number): string {
  switch (name) {
    case 'speaker':
      return t('said by the person you asked about');
    case 'user':
      return t('said by a person, not by an assistant');
    case 'firstPerson':
      return t('somebody tells of themselves');
    case 'wish':
      return t('the kind of answer that you asked for');
    case 'asking':
      return t('it asks something itself');
    case 'length':
      return t('it is very short');
    case 'kind':
      return t('what kind of memory it is');
    case 'confidence':
      return t('it is not certain');
    case 'importance':
      return times >= 1 ? t('it is important') : t('it is less important than others');
    case 'recency':
      return t('it is recent');
    case 'project':
      return t('it belongs to this project');
    case 'trust':
      return t('it comes from the web, or reads like orders to an assistant');
    case 'conversation':
      return t('more of the same conversation fits');
    case 'session':
      return t('what its session was about fits');
    case 'asked':
      return t('you asked for sessions');
    case 'meaning':
      return times >= 1 ? t('nearer in meaning than the others') : t('further in meaning than the others');
    case 'spread':
      return t('the same session gave better results');
    case 'current':
      return t('placed by time beside a result that says it differently');
    case 'rerank':
      return t('a model read it and judged how well it fits');
    default:
      return name;
  }
}

function figure(value: number): string {
  return value.toLocaleString(language(), { maximumFractionDigits: 2 });
}
