/** Opens the panel of the VS Code window that started this process, for the tools of its MCP server. */
import { askForPanel } from '../../clients/windowRequest.ts';
import { bigMindErrorFrom, sentenceOf } from '../../memory/shared/errors.ts';
import type { CommandContext } from '../shared/command.ts';
import { remedyInTerminal } from '../shared/remedyInTerminal.ts';

/** False if there is no such window, or if the request fails, which is noted: the page can be shown elsewhere. */
export async function openPanel({ settings, window, note }: CommandContext): Promise<boolean> {
  if (window === undefined) return false;
  try {
    return await askForPanel(settings.home, window);
  } catch (thrown) {
    note(`The VS Code window could not open its panel. ${sentenceOf(bigMindErrorFrom(thrown), remedyInTerminal)}`);
    return false;
  }
}
