/** The web UI by the keyboard alone, as somebody works who cannot or does not want to point. */
import type { Frame, Page } from 'playwright-core';
import { viewNames } from '../../src/protocol/route.ts';
import { patienceMs, repeatUntil, waitFor } from './testWindow.ts';

/** What the host of the page adds to it. */
export interface Host {
  page: Page;
  /** The frame that shows the UI now. */
  frame: () => Promise<Frame>;
  /** Brings the keyboard into the UI from wherever it is. */
  enter: () => Promise<void>;
  /** Puts something else into the place of the UI, and brings it back. */
  hideAndShow: () => Promise<void>;
  /** Loads the whole window anew. */
  reload: () => Promise<void>;
  /** Runs the command line on the same memory. */
  bigmind: (...args: string[]) => Promise<string>;
}

/** What an element is called: the whole name, what a pattern fits, or what is found to be right. */
type Wanted = string | RegExp | ((name: string) => boolean);

/** More than any view has stops for the Tab key. */
const maxStops = 120;

export class Keys {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#host.page.keyboard.press(key);
  }

  /** In the place of what stands in the field. */
  async write(text: string): Promise<void> {
    await this.press('Control+A', 'Delete');
    await this.#host.page.keyboard.insertText(text);
  }

  /** Presses Tab until the focus is on what is called so, round and round while that is not there yet. */
  async tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed = new Set<string>();
    const deadline = Date.now() + patienceMs;
    for (let stop = 0; stop < maxStops || Date.now() < deadline; stop += 1) {
      const focused = await this.focused();
      if (fits(focused, name)) return;
      passed.add(focused);
      await this.press(key);
    }
    throw new Error(`The Tab key does not lead to "${String(name)}", but to: ${[...passed].join(' | ')}`);
  }

  /** Presses the arrow down in a list until the active row says so. */
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

  /** What the focused element is called; empty when nothing in the UI has the focus. */
  async focused(): Promise<string> {
    const frame = await this.#host.frame();
    // A frame that VS Code is replacing has no focus.
    return frame.evaluate<string>(nameOfFocused).catch(() => '');
  }

  /** Waits until the focus is there, where an act of the page brings it; answers with what it is on. */
  async waitForFocus(name: Wanted): Promise<string> {
    let last = '';
    return waitFor(`the focus on "${String(name)}"`, 60, async () => {
      last = await this.focused();
      return fits(last, name) ? last : undefined;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)} It is on "${last}".`);
    });
  }

  /** Goes to a view by way of the row of their names, and begins again where the focus went elsewhere meanwhile. */
  async goTo(view: string): Promise<void> {
    await repeatUntil(
      `the view ${view}`,
      async () => {
        await this.#host.enter();
        if (await this.#walkToView(new RegExp(`^${view}`, 'u'))) await this.press('Enter');
      },
      async () => (await this.#host.frame()).locator('nav [aria-current=page]', { hasText: view }).isVisible(),
    );
  }

  /** Goes to a view, whose name keeps the focus; begins again where VS Code took the focus out of the page meanwhile. */
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

  /** Answers whether the focus is on the view's name. */
  async #walkToView(name: RegExp): Promise<boolean> {
    const frame = await this.#host.frame();
    // A list may be called as the view that it is in.
    for (let stop = 0; stop < maxStops && !(await frame.evaluate(isAmongViews)); stop += 1)
      await this.press('Shift+Tab');
    if (!(await frame.evaluate(isAmongViews))) return false;
    await this.press('Home');
    for (const _view of viewNames) {
      if (name.test(await this.focused())) return true;
      await this.press('ArrowRight');
    }
    return false;
  }

  /** The whole text of an element, or what a pattern fits. */
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

const isAmongViews = `(() => {
  if (!document.hasFocus()) return false;
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element?.closest('nav') != null;
})()`;

/** The list has the focus, and names its active row. */
const activeRow = `(() => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const id = element?.getAttribute('aria-activedescendant') ?? '';
  return id === '' ? '' : element.getRootNode().getElementById(id)?.textContent ?? '';
})()`;

/** Through shadow roots, to the element that a screen reader would name. */
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
