/**
 * Opens the page's form that erases a project, or all data of a user, for good. The page first shows what is erased and
 * what remains, and asks, because another extension, a task or an assistant may call the command.
 */
import { formRoute } from '../../../protocol/formRoute.ts';
import type { MemoryPanel } from '../../ui/memoryPanel.ts';
import { textArguments, type Command } from '../shared/arguments.ts';

/**
 * Argument `{ project } | { user }`: a project's key or a user's name; the page asks for it if missing. Returns
 * `{ status: "shown" }`; nothing is erased yet.
 */
export function createEraseForGood(panel: MemoryPanel): Command {
  return (argument) => {
    panel.reveal(formRoute('profile', 'erase', textArguments(argument, ['project', 'user'])));
    return Promise.resolve({ status: 'shown' });
  };
}
