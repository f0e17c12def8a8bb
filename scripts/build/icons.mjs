/**
 * Reduces the icon font and its style sheet to the icons that the page can show, a tenth of them. It keeps an icon if
 * its name is in quotes anywhere in the page's sources, or if a style contains its character as an escape. So there is
 * no list to maintain, but an icon whose name is assembled at run time is not found.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

const nameInQuotes = /(['"`])([a-z][a-z0-9-]*)\1/gu;
const characterInStyle = /\\{1,2}(e[0-9a-f]{3})\b/gu;
const rulePattern = /\.codicon-([a-z0-9-]+):+before\s*\{\s*content:\s*["']\\([0-9a-f]{4})["'];?\s*\}\n?/gu;

/**
 * @param {{ css: string, ttf: Uint8Array, sources: string }} given the whole sheet and font, and the folder of the page's sources
 * @returns {Promise<{ css: string, ttf: Uint8Array }>}
 */
export async function iconsOfPage({ css, ttf, sources }) {
  const text = await textOf(sources);
  const named = new Set([...text.matchAll(nameInQuotes)].map(([, , name]) => name));
  const characters = new Set([...text.matchAll(characterInStyle)].map(([, code]) => code));
  const kept = css.replace(rulePattern, (rule, name, code) => {
    if (!named.has(name)) return '';
    characters.add(code);
    return rule;
  });
  const wanted = String.fromCodePoint(...[...characters].map((code) => parseInt(code, 16)));
  const font = await subsetFont(Buffer.from(ttf), wanted, { targetFormat: 'truetype' });
  // A browser that cached the font of another version must not use it for this one.
  const version = createHash('sha256').update(font).digest('hex').slice(0, 16);
  return { css: kept.replace(/(?<=codicon\.ttf\?)[0-9a-f]+/u, version), ttf: font };
}

async function textOf(folder) {
  const names = await readdir(folder, { recursive: true });
  const sources = names.filter((name) => /\.(?:ts|css)$/u.test(name));
  return (await Promise.all(sources.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
}
