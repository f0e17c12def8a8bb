/** The web UI by the keyboard alone, as somebody works who cannot or does not want to point. */
import type { Frame, Page } from 'playwright-core';
import { waitFor } from './testWindow.ts';

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

  /** Presses Tab until the focus is on what is called so. */
  async tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    const passed: string[] = [];
    for (let stop = 0; stop < maxStops; stop += 1) {
      const focused = await this.focused();
      if (fits(focused, name)) return;
      if (passed.at(-1) !== focused) passed.push(focused);
      await this.press(key);
    }
    throw new Error(`The Tab key does not lead to "${String(name)}", but to: ${passed.join(' | ')}`);
  }

  /** Presses the arrow down in a list until the active row says so. */
  async walkTo(text: string): Promise<void> {
    const frame = await this.#host.frame();
    await this.press('Home');
    await waitFor(`a row that says "${text}"`, 20, async () => {
      const active: string = await frame.evaluate(activeRow);
      if (active.includes(text)) return true;
      await this.press('ArrowDown');
      return undefined;
    });
  }

  /** What the focused element is called; empty when nothing in the UI has the focus. */
  async focused(): Promise<string> {
    const frame = await this.#host.frame();
    return frame.evaluate(nameOfFocused);
  }

  /** Waits until the focus is there, where an act of the page brings it. */
  async waitForFocus(name: string | RegExp): Promise<void> {
    let last = '';
    await waitFor(`the focus on "${String(name)}"`, 10, async () => {
      last = await this.focused();
      return fits(last, name) ? true : undefined;
    }).catch((error: unknown) => {
      throw new Error(`${String(error)} It is on "${last}".`);
    });
  }

  /** Goes to a view by way of the row of their names. */
  async goTo(view: string): Promise<void> {
    await this.#host.enter();
    const frame = await this.#host.frame();
    const name = new RegExp(`^${view}`, 'u');
    // A list may be called as the view that it is in.
    for (let stop = 0; stop < maxStops && !(await frame.evaluate(isAmongViews)); stop += 1)
      await this.press('Shift+Tab');
    await this.press('Home');
    for (let place = 0; place < 6 && !name.test(await this.focused()); place += 1) await this.press('ArrowRight');
    await this.press('Enter');
    await frame.locator('nav [aria-current=page]', { hasText: view }).waitFor();
  }

  /** The whole text of an element, or what a pattern fits. */
  async sees(text: string | RegExp): Promise<void> {
    await (await this.#host.frame()).getByText(text, { exact: true }).first().waitFor({ timeout: 10_000 });
  }

  async seesNoMore(text: string | RegExp): Promise<void> {
    await (await this.#host.frame()).getByText(text).first().waitFor({ state: 'hidden', timeout: 10_000 });
  }
}

function fits(actual: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? actual === wanted : wanted.test(actual);
}

const isAmongViews = `(() => {
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
