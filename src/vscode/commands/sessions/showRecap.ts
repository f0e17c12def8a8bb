/** Shows what happened in a period; the page has the choice of the period and the project. */
import { recapItem } from '../../../protocol/sessions/sessionItem.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import type { Command } from '../shared/arguments.ts';

/** Returns `{ status: "shown" }`. */
export function createShowRecap(panel: MemoryPanel): Command {
  return () => {
    panel.reveal({ view: 'sessions', item: recapItem });
    return Promise.resolve({ status: 'shown' });
  };
}
