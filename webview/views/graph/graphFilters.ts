/** The filters of the list and of the graph: a project, and kinds of entities. */
import { html, type TemplateResult } from 'lit';
import { entityKinds, type EntityKindCard } from '../../../src/protocol/graph/graph.ts';
import type { ChoicesCard } from '../../../src/protocol/recall/memories.ts';
import { t } from '../../l10n/t.ts';
import { orNull, select, type Option } from '../../parts/design/choices.ts';
import { entityKindName, renderKindIcon } from './model/entityWords.ts';
import type { KeptGraph } from './model/keptGraph.ts';

export interface GraphFilters {
  kept: KeptGraph;
  /** Undefined until they are loaded. */
  choices: ChoicesCard | undefined;
  change: (change: Partial<Pick<KeptGraph, 'kinds' | 'project'>>) => void;
}

/** Needs the styles of `controls.ts`, `chipStyles.ts` and `entityWords.ts`. */
export function renderFilters({ kept, choices, change }: GraphFilters): TemplateResult {
  const choose = (value: string): void => change({ project: orNull(value) });
  return html`${select(t('Project'), kept.project ?? '', projectsIn(choices, kept.project), choose)}
    <div class="chips" role="group" aria-label=${t('Kinds')}>
      ${entityKinds.map((kind) => renderKind(kind, kept.kinds, change))}
    </div>`;
}

function renderKind(
  kind: EntityKindCard,
  kinds: readonly EntityKindCard[],
  change: GraphFilters['change'],
): TemplateResult {
  const isOn = kinds.includes(kind);
  const toggle = (): void => change({ kinds: isOn ? kinds.filter((one) => one !== kind) : [...kinds, kind] });
  return html`<button class="chip" aria-pressed=${isOn ? 'true' : 'false'} @click=${toggle}>
    ${renderKindIcon(kind)} ${entityKindName(kind)}
  </button>`;
}

/** The chosen one stays visible, even if no memory has it any more. */
function projectsIn(choices: ChoicesCard | undefined, chosen: string | null): Option<string>[] {
  const known = (choices?.projects ?? []).map(({ name }) => name);
  const all = chosen === null || known.includes(chosen) ? known : [...known, chosen];
  return [['', t('All projects')], ...all.map((name): Option<string> => [name, name])];
}
