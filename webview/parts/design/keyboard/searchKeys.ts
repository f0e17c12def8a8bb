/**
 * The keys around the field that searches a list: `/` and Ctrl+F focus it from anywhere in the page, the down arrow
 * moves on to the list, and Enter opens its first entry. So users can skip the filters in between.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { takesLetters } from './shortcuts.ts';

interface SearchPlace {
  /** Null while the list is not shown; then other handlers get the keys. */
  field(): HTMLInputElement | null;
  /** Whether single-letter keys are enabled, see `Shortcuts`; Ctrl+F always is. */
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

/** Some keyboard layouts need Shift for it. */
function isSlash(event: KeyboardEvent): boolean {
  return event.key === '/' && !event.ctrlKey && !event.metaKey && !event.composedPath().some(takesLetters);
}
