/**
 * Single-letter keys that act wherever the focus is in the page. They do nothing while the user types, with a modifier,
 * in a dialog, or when turned off. Users of speech input, or who press keys by accident, must be able to turn them off.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface Shortcut {
  run: () => void;
  /** Runs repeatedly while the key is held; otherwise only once. */
  repeats?: boolean;
}

export class Shortcuts implements ReactiveController {
  readonly #isOn: () => boolean;
  readonly #keys: Readonly<Record<string, Shortcut>>;

  constructor(host: ReactiveControllerHost, isOn: () => boolean, keys: Readonly<Record<string, Shortcut>>) {
    this.#isOn = isOn;
    this.#keys = keys;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#press);
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#press);
  }

  readonly #press = (event: KeyboardEvent): void => {
    if (!this.#isOn() || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(this.#keys, event.key)) return;
    if (event.composedPath().some(takesLetters)) return;
    const shortcut = this.#keys[event.key];
    if (shortcut === undefined || (event.repeat && shortcut.repeats !== true)) return;
    event.preventDefault();
    shortcut.run();
  };
}

export function takesLetters(target: EventTarget): boolean {
  if (target instanceof HTMLInputElement) return !['radio', 'checkbox', 'button', 'range'].includes(target.type);
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLDialogElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}
