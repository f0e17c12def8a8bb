/** Routes that open a form. What they fill in becomes unsaved input of the view, as if the user had typed it. */
import { formIn, type FilledIn } from '../../src/protocol/formRoute.ts';
import type { Route } from '../../src/protocol/route.ts';
import { listAndItem, listedItem } from '../parts/domain/knowledgeItem.ts';
import { outcomeDraft, type OpenedDraft } from '../views/decisions/openedDraft.ts';
import { filledReminder } from '../views/reminders/keptReminders.ts';
import type { SessionDraft } from '../views/sessions/sessionDetail.ts';
import type { KeptState } from './keptState.ts';

export interface OpenedRoute {
  route: Route;
  /** A view that is open already shows the form only if it begins again. */
  isForm: boolean;
}

export function openedRoute(route: Route, kept: Pick<KeptState, 'of' | 'keep'>): OpenedRoute {
  const { form, filledIn } = formIn(listAndItem(route.item).item);
  const { name = form, id = '' } = /^(?<name>outcome|end):(?<id>.+)$/u.exec(form)?.groups ?? {};
  switch (`${route.view}/${name}`) {
    case 'knowledge/outcome': {
      const draft: OpenedDraft = outcomeDraft(`fact:${id}`, filledIn);
      kept.keep('memoryDraft', draft);
      return { route: { view: 'knowledge', item: listedItem('decision', draft.item) }, isForm: true };
    }
    case 'sessions/end':
      kept.keep('sessionDraft', endDraft(id, filledIn));
      return { route: { view: 'sessions', item: id }, isForm: true };
    case 'reminders/new':
      kept.keep('reminders', filledReminder(kept.of('reminders'), filledIn));
      return { route: { view: 'reminders', item: null }, isForm: true };
    default:
      return { route, isForm: isNewDecision(route) || (route.view === 'profile' && form === 'erase') };
  }
}

/** Also in a memory without anything in it. */
export function isNewDecision({ view, item }: Route): boolean {
  return view === 'knowledge' && formIn(listAndItem(item).item).form === 'new';
}

function endDraft(id: string, { headline = '' }: FilledIn): SessionDraft {
  return { id, mode: 'end', headline, begun: '', topics: null };
}
