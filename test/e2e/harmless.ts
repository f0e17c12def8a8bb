/** Checks that hostile texts are shown as plain text: they neither run, become elements nor break the layout. */
import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { shownViews } from './shownViews.ts';

export async function assertHarmless(frame: () => Promise<Frame>, views = shownViews): Promise<void> {
  for (const { name, open } of views) {
    const shown = await frame();
    await open(shown);
    const found: { harmed: unknown; elements: string[]; over: number } = await shown.evaluate(lookAround);
    assert.deepEqual(found, { harmed: null, elements: [], over: 0 }, name);
  }
}

/** What ran, which elements neither a view nor VS Code creates, and by how much the page exceeds its window. */
const lookAround = `(() => {
  const foreign = 'img, iframe, object, embed, a, form[action], script:not([nonce], #_vscodeApiScript), svg[onload], [onerror]';
  const elements = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll(foreign)) elements.push(element.outerHTML.slice(0, 100));
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) visit(element.shadowRoot);
  };
  visit(document);
  const { scrollWidth, clientWidth } = document.scrollingElement;
  return { harmed: window.harmed ?? null, elements, over: scrollWidth - clientWidth };
})()`;
