/** `bigmind.openPanel`: the web UI in an editor tab, at the place that a caller names or where it was left. */
import { isRoute } from '../../protocol/route.ts';
import type { MemoryPanel } from '../memoryPanel.ts';
import type { Command } from './arguments.ts';

export function createOpenPanel(panel: MemoryPanel): Command {
  return (argument) => {
    panel.reveal(isRoute(argument) ? argument : undefined);
    return Promise.resolve();
  };
}
