/** Drives the web UI by keyboard alone, as users do who cannot or do not want to use a mouse. */
import type { Frame, Page } from 'playwright-core';
import { wayTo } from './shownViews.ts';
import { timeoutMs, repeatUntil, waitFor } from './testWindow.ts';

/** What a test needs from the host of the page. */
export interface Host {
  page: Page;
  /** The frame that shows the UI now. */
  frame: () => Promise<Frame>;
  /** Moves the keyboard focus into the UI, wherever it is. */
  enter: () => Promise<void>;
  /** Hides the UI behind something else and shows it again. */
  hideAndShow: () => Promise<void>;
  /** Reloads the whole window. */
  reload: () => Promise<void>;
  /** The reminders of the project that the page shows. */
  remindersFile: string;
  /** Runs the command line on the same store. */
  bigmind: (...args: string[]) => Promise<string>;
}

/** The name of an element: the whole name, a pattern, or a predicate. */
type Wanted = string | RegExp | ((name: string) => boolean);

/** More Tab stops than any view has. */
const maxStops = 120;

export class Keys {
  readonly #host: Pick<Host, 'page' | 'frame' | 'enter'>;

  constructor(host: Pick<Host, 'page' | 'frame' | 'enter'>) {
    this.#host = host;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#host.page.keyboard.press(key);
  }

  /** Replaces the text of the field. */
  async write(text: string): Promise<void> {
    await this.press('Control+A', 'Delete');
    await this.#host.page.keyboard.insertText(text);
  }

  /** Presses Tab until the focus is on the named element, and keeps cycling while it does not exist yet. */
  async tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed = new Set<string>();
    const deadline = Date.now() + timeoutMs;
    for (let stop = 0; stop < maxStops || Date.now() < deadline; stop += 1) {
      const focused = await this.focused();
      if (fits(focused, name)) return;
      passed.add(focused);
      await this.press(key);
    }
    throw new Error(`The Tab key does not lead to "${String(name)}", but to: ${[...passed].join(' | ')}`);
  }

  /** Presses the down arrow in a list until the active row contains the text. */
  async walkTo(text: string): Promise<void> {
    const frame = await this.#host.frame();
    await this.press('Home');
    await waitFor(`a row that says "${text}"`, 60, async () => {
      const active: string = await frame.evaluate(activeRow);
      if (active.includes(text)) return true;
      await this.press('ArrowDown');
      return undefined;
    });
  }

  /** The name of the focused element; empty when nothing in the UI has the focus. */
  async focused(): Promise<string> {
    const frame = await this.#host.frame();
    // A frame that VS Code is replacing has no focus.
    return frame.evaluate<string>(nameOfFocused).catch(() => '');
  }

  /** Waits until a command of the page moves the focus to the element; returns the name of that element. */
  async waitForFocus(name: Wanted): Promise<string> {
    let last = '';
    return waitFor(`the focus on "${String(name)}"`, 60, async () => {
      last = await this.focused();
      return fits(last, name) ? last : undefined;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)} It is on "${last}".`);
    });
  }

  /** Opens a view through the navigation, and starts again if the focus moves elsewhere. */
  async goTo(view: string): Promise<void> {
    await repeatUntil(
      `the view ${view}`,
      async () => {
        await this.#host.enter();
        const [place = view, inPlace] = await wayTo(await this.#host.frame(), view);
        if (await this.#walkAlong('places', place)) await this.press('Enter');
        if (inPlace === undefined) return;
        await this.press('Tab');
        if (await this.#walkAlong('views', inPlace)) await this.press('Enter');
      },
      async () => (await this.#host.frame()).locator('nav [aria-current=page]', { hasText: view }).isVisible(),
    );
  }

  /** Opens a view whose name keeps the focus, and starts again if VS Code takes the focus out of the page. */
  async goToName(view: string): Promise<void> {
    const name = new RegExp(`^${view}`, 'u');
    await this.goTo(view);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      for (let look = 0; look < 20; look += 1) {
        if (name.test(await this.focused())) return;
        await this.#host.page.waitForTimeout(100);
      }
      if ((await this.focused()) === '') await this.goTo(view);
    }
    await this.waitForFocus(name);
  }

  /** Goes to a name in a row of the navigation; returns whether the focus is on it. */
  async #walkAlong(row: 'places' | 'views', name: string): Promise<boolean> {
    const frame = await this.#host.frame();
    // A list may have the same name as its view.
    for (let stop = 0; stop < maxStops && !(await frame.evaluate(isIn(row))); stop += 1) await this.press('Shift+Tab');
    if (!(await frame.evaluate(isIn(row)))) return false;
    await this.press('Home');
    for (let place = 0; place < maxInRow; place += 1) {
      if ((await this.focused()).startsWith(name)) return true;
      await this.press('ArrowRight');
    }
    return false;
  }

  /** Waits for an element with exactly this text, or for one that matches the pattern. */
  async sees(text: string | RegExp): Promise<void> {
    await (await this.#host.frame()).getByText(text, { exact: true }).first().waitFor();
  }

  async seesNoMore(text: string | RegExp): Promise<void> {
    await (await this.#host.frame()).getByText(text).first().waitFor({ state: 'hidden' });
  }
}

function fits(actual: string, wanted: Wanted): boolean {
  if (typeof wanted === 'function') return wanted(actual);
  return typeof wanted === 'string' ? actual === wanted : wanted.test(actual);
}

/** More than any row of the navigation has. */
const maxInRow = 8;

const isIn = (row: 'places' | 'views'): string => `(() => {
  if (!document.hasFocus()) return false;
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.closest('nav .${row}') != null;
})()`;

/** The focused list names its active row. */
const activeRow = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const id = element?.getAttribute('aria-activedescendant') ?? '';
  return id === '' ? '' : element.getRootNode().getElementById(id)?.textContent ?? '';
})()`;

/** Looks through shadow roots for the element that a screen reader would name. */
const nameOfFocused = `(() => {
  if (!document.hasFocus()) return '';
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  if (element === null || element === document.body || element.shadowRoot) return '';
  const labels = [...(element.labels ?? [])].map((label) => label.querySelector('span')?.textContent ?? label.textContent);
  const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter((id) => id !== '');
  const textOf = (one) => one?.shadowRoot?.textContent ?? one?.textContent ?? '';
  const named = ids.map((id) => textOf(element.getRootNode().getElementById(id))).join(' ');
  const name = element.getAttribute('aria-label') ?? (labels.length > 0 ? labels.join(' ') : named || element.textContent);
  return (name ?? '').replace(/\\s+/g, ' ').trim();
})()`;
