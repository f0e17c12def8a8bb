/** What was decided or learned as one row of the list: its text, and one line with its type, state and origin. */
import { html, nothing, type TemplateResult } from 'lit';
import type { CatalogueOrder } from '../../../src/memory/shared/vocabulary.ts';
import { foundRoute } from '../../../src/protocol/foundRoute.ts';
import { isInSession, isSaid } from '../../../src/protocol/recall/knowledge.ts';
import type { FoundCard, KnowledgeCard } from '../../../src/protocol/recall/memories.ts';
import type { Route } from '../../../src/protocol/route.ts';
import { language, t, tn } from '../../l10n/t.ts';
import { agentName, authorWords, ownAgent } from '../../parts/domain/agentName.ts';
import { decidersText } from '../../parts/domain/decisionWords.ts';
import { withoutMarks } from '../../parts/design/formattedRuns.ts';
import { joined, percent, renderTime } from '../../parts/design/format.ts';
import { hypothesisStateName } from '../../parts/domain/hypothesisWords.ts';
import { learnedStateName, learnedTypeName } from '../../parts/domain/learnedWords.ts';
import { itemOf } from '../../parts/domain/memoryItem.ts';
import {
  cautionFor,
  cautionMark,
  expiryText,
  isUnexplained,
  kindName,
  matchName,
  statusName,
  typeOrCategoryName,
} from '../../parts/domain/memoryWords.ts';
import type { RowLook } from '../../parts/design/virtualList.ts';

type Found = FoundCard['found'][number];

/** `found` is absent without a search, and for what only contains the words. */
export interface KnowledgeRow {
  memory: KnowledgeCard;
  found?: Found;
}

/** By month, in the order of time. */
const timeLook: RowLook<KnowledgeRow> = {
  keyOf: ({ memory }) => itemOf(memory),
  headingOf: ({ memory }) => monthOf(memory.createdAt),
  isShort: false,
  render: renderRow,
};

/** By confidence, months would alternate. */
export const listLooks: Record<CatalogueOrder, RowLook<KnowledgeRow>> = {
  newest: timeLook,
  oldest: timeLook,
  confidence: { ...timeLook, headingOf: () => null },
};

/** Where to open what was found in a session; undefined for everything else. */
export function routeToSession(found: FoundCard | undefined, item: string): Route | undefined {
  const all = [...(found?.found ?? []).map(({ memory }) => memory), ...(found?.others ?? [])];
  const memory = all.find((one) => itemOf(one) === item);
  const route = memory === undefined ? undefined : foundRoute(memory);
  return route?.view === 'sessions' ? route : undefined;
}

/** Search results are in two groups. */
export const foundLook: RowLook<KnowledgeRow> = {
  ...timeLook,
  headingOf: ({ memory: { kind } }) => (isSaid(kind) ? t('Sessions') : t('Facts and decisions')),
};

/** Scrolling formats months all the time, and creating their names is slow. */
const months = new Map<string, string>();

function monthOf(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return t('Unknown date');
  const key = `${language()} ${String(time.getFullYear())} ${String(time.getMonth())}`;
  const name = months.get(key) ?? time.toLocaleDateString(language(), { month: 'long', year: 'numeric' });
  months.set(key, name);
  return name;
}

function renderRow({ memory, found }: KnowledgeRow): TemplateResult {
  const { title, text, status, pinned } = memory;
  const isTitled = title !== null && title !== '' && !isInSession(memory.kind);
  return html`<span class="glyph ${signOf(memory)}" title=${typeOf(memory)}></span>
    <span class="words">
      <span class="text ${status === 'deprecated' ? 'faded' : ''}" dir="auto"
        >${isTitled ? html`<strong>${title}</strong> ` : nothing}${isTitled && title === text ? nothing : withoutMarks(text)}</span
      >
      <span class="about">
        ${pinned ? html`<span class="glyph small pin" title=${t('Pinned')}></span> ` : nothing}${joined(aboutOf(memory, found))}
      </span>
    </span>
    ${
      found?.match === 'strong'
        ? html`<span class="match" title=${t('How well it matches the search')}>${matchName(found.match)}</span>`
        : nothing
    }`;
}

function signOf({ kind, factType, status }: KnowledgeCard): string {
  if (kind === 'session') return 'talk';
  if (factType !== 'decision') return kind;
  return status === 'live' ? 'decision' : 'decision over';
}

/** One word or two: what somebody would call it. */
function typeOf(memory: KnowledgeCard): string {
  const { kind, learned } = memory;
  if (kind === 'hypothesis') return t('Hypothesis');
  if (learned !== null) return learnedTypeName(learned.type);
  const name = typeOrCategoryName(memory);
  if (kind === 'fact') return name ?? kindName(kind);
  return name === null ? kindName(kind) : `${kindName(kind)}: ${name}`;
}

/** Null for what is current, and confirmed if that is a question. */
function stateOf({ status, learned, hypothesis }: KnowledgeCard): string | null {
  if (hypothesis !== null) return hypothesisStateName(hypothesis);
  if (learned !== null && status !== 'expired' && learned.state !== 'confirmed') return learnedStateName(learned.state);
  return statusName(status);
}

function aboutOf(memory: KnowledgeCard, found: Found | undefined): unknown[] {
  const { kind, project, agent, speaker, createdAt, decision, learned, hypothesis, confidence } = memory;
  const state = stateOf(memory);
  const caution = cautionMark(memory);
  const repeats = found?.repeats ?? 0;
  const isUnsure = confidence !== null && confidence < 1 && learned === null;
  return [
    state === null ? null : html`<span class="mark">${state}</span>`,
    isUnexplained(memory) ? html`<span class="mark">${t('Rationale missing')}</span>` : null,
    learned?.value === 3 ? html`<span class="mark">${t('Important')}</span>` : null,
    caution === null ? null : html`<span class="mark" title=${cautionFor(memory) ?? ''}>${caution}</span>`,
    typeOf(memory),
    expiryText(memory),
    isUnsure ? t('{0} confidence', percent(confidence)) : null,
    repeats === 0 ? null : tn(repeats, 'said {0} more time', 'said {0} more times'),
    learned === null || learned.sessions < 2
      ? null
      : tn(learned.sessions, 'said in {0} session', 'said in {0} sessions'),
    createdAt === '' ? null : renderTime(createdAt),
    isInSession(memory.kind) ? memory.title : null,
    decision === null ? null : decidersText(decision),
    speaker,
    project,
    ...authorWords(memory),
    agent === null || decision !== null || hypothesis !== null || (agent === ownAgent && kind === 'knowledge')
      ? null
      : agentName(agent),
  ].filter((part) => part !== null);
}
