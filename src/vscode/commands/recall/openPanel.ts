/** `bigmind.openPanel`: the web UI in an editor tab, at the given route or where the user left it. */
import { routeFrom } from '../../../protocol/route.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import type { Command } from '../shared/arguments.ts';

export function createOpenPanel(panel: MemoryPanel): Command {
  return (argument) => {
    panel.reveal(routeFrom(argument));
    return Promise.resolve();
  };
}
