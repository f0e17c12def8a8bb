/** A memory as one row of the list: its text, and one line with its kind and origin. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import type { FoundCard, MemoryCard } from '../../../src/protocol/recall/memories.ts';
import { t, tn } from '../../l10n/t.ts';
import { agentName, authorWords, ownAgent } from '../../parts/domain/agentName.ts';
import { joined, percent, renderTime } from '../../parts/design/format.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import {
  cautionFor,
  cautionMark,
  expiryText,
  kindName,
  statusName,
  typeOrCategoryName,
} from '../../parts/domain/memoryWords.ts';
import type { RowLook } from '../../parts/design/virtualList.ts';

type Found = FoundCard['found'][number];

/** `found` is absent without a search. */
export interface MemoryRow {
  memory: MemoryCard;
  found?: Found;
}

export const memoryLook: RowLook<MemoryRow> = {
  keyOf: ({ memory }) => itemOf(memory),
  headingOf: () => null,
  isShort: true,
  render: renderRow,
};

function renderRow({ memory, found }: MemoryRow): TemplateResult {
  const { kind, title, text, status, pinned } = memory;
  const isTitled = title !== null && title !== '';
  return html`<span class="glyph ${kind === 'session' ? 'talk' : kind}" title=${kindName(kind)}></span>
    <span class="words">
      <span class="text ${status === 'deprecated' ? 'faded' : ''}" dir="auto"
        >${isTitled ? html`<strong>${title}</strong> ` : nothing}${isTitled && title === text ? nothing : text}</span
      >
      <span class="about">
        ${pinned ? html`<span class="glyph small pin" title=${t('Pinned')}></span> ` : nothing}${joined(aboutOf(memory, found))}
      </span>
    </span>
    ${found === undefined ? nothing : renderScore(found.score)}`;
}

function aboutOf(memory: MemoryCard, found: Found | undefined): unknown[] {
  const { kind, project, agent, confidence, status, speaker, createdAt } = memory;
  const state = statusName(status);
  const caution = cautionMark(memory);
  const repeats = found?.repeats ?? 0;
  return [
    state === null ? null : html`<span class="mark">${state}</span>`,
    caution === null ? null : html`<span class="mark" title=${cautionFor(memory) ?? ''}>${caution}</span>`,
    kindName(kind),
    typeOrCategoryName(memory),
    expiryText(memory),
    confidence === null || confidence >= 1 ? null : t('{0} confidence', percent(confidence)),
    repeats === 0 ? null : tn(repeats, 'said {0} more time', 'said {0} more times'),
    createdAt === '' ? null : renderTime(createdAt),
    speaker,
    project,
    ...authorWords(memory),
    agent === null || (agent === ownAgent && kind === 'knowledge') ? null : agentName(agent),
  ].filter((part) => part !== null);
}

export function renderScore(score: number): TemplateResult {
  return html`<span class="score" title=${t('How well it matches the search')}>
    ${percent(Math.round(score * 100) / 100)}
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      ${svg`<rect class="track" width="100" height="4"></rect>
        <rect class="value" width=${Math.round(score * 100)} height="4"></rect>`}
    </svg>
  </span>`;
}
