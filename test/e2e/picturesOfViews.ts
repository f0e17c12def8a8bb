/** Takes a picture of the web UI alone, once nothing in it moves. */
import type { Frame } from 'playwright-core';
import { waitFor } from './testWindow.ts';

/** Texts that differ between runs, and what replaces them in a picture. */
const stagedTexts = String.raw`[[/\/tmp\/bm-[^/\s]+\/workspace/u, '~/code/tidetable'], [/\/tmp\/bm-\S+/u, '~/.mcp/bigmind/memory.db'], [/[\d.,]+ [KM]B(?= on disk)/u, '548 KB']]`;

export async function pictureOf(frame: Frame): Promise<Buffer> {
  const page = frame.page();
  const box = await (await frame.frameElement()).boundingBox();
  if (!box) throw new Error('The web UI is not on the screen.');
  const clip = {
    x: Math.ceil(box.x),
    y: Math.ceil(box.y),
    width: Math.floor(box.width),
    height: Math.floor(box.height),
  };
  await frame.evaluate('document.fonts.ready.then(() => undefined)');
  let before: Buffer | undefined;
  return waitFor('the web UI to stand still', 60, async () => {
    await frame.evaluate(stage);
    const now = await page.screenshot({ clip, caret: 'hide', animations: 'disabled' });
    if (before?.equals(now) === true) return now;
    before = now;
    return undefined;
  });
}

/** Looks into shadow roots, too. */
const stage = `(() => {
  const visit = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (node.shadowRoot) visit(node.shadowRoot);
      if (node.nodeType !== Node.TEXT_NODE) continue;
      for (const [pattern, text] of ${stagedTexts}) {
        if (pattern.test(node.data)) node.data = node.data.replace(pattern, text);
      }
    }
  };
  visit(document);
})()`;
