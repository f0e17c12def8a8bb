/**
 * The keys around the field that searches a list: `/` and Ctrl+F come to it from anywhere in the page, the arrow down goes
 * on to the list, and Enter opens what stands first in it. Nobody has to walk over the filters in between.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { takesLetters } from './shortcuts.ts';

interface SearchPlace {
  /** Null while the list is not shown; then the keys are left to whoever else wants them. */
  field(): HTMLInputElement | null;
  /** Whether keys of one letter act, see `Shortcuts`; Ctrl+F always does. */
  hasLetters(): boolean;
}

export class SearchKeys implements ReactiveController {
  readonly #place: SearchPlace;

  constructor(host: ReactiveControllerHost, place: SearchPlace) {
    this.#place = place;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#press);
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#press);
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    if (!isFind(event) && !(isSlash(event) && this.#place.hasLetters())) return;
    if (event.composedPath().some((target) => target instanceof HTMLDialogElement)) return;
    const field = this.#place.field();
    if (field === null) return;
    event.preventDefault();
    field.focus();
    field.select();
  };
}

/** For the keys in the field itself. */
export function searchFieldKeys(toList: () => void, openFirst: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    if (event.key === 'Enter') openFirst();
    else toList();
  };
}

function isFind({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'f';
}

/** Some keyboards need Shift for it. */
function isSlash(event: KeyboardEvent): boolean {
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.composedPath().some(takesLetters);
}
