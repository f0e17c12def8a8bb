/** The shipped font and style sheet contain all icons that the page shows; run `npm run build` first. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const built = join(root, 'dist/webview');
const whole = createRequire(import.meta.url).resolve('@vscode/codicons/dist/codicon.css');

describe('the icons of the page', () => {
  const sheet = readFileSync(join(built, 'codicon.css'), 'utf8');
  const font = readFileSync(join(built, 'codicon.ttf'));

  it('are all in its font, along with the characters that its styles draw', () => {
    const known = charactersByName(readFileSync(whole, 'utf8'));
    const shipped = charactersByName(sheet);
    const inFont = charactersIn(font);
    const names = namesIn(sources());
    assert.ok(names.length > 40, 'The sources now name their icons differently.');
    for (const name of names) {
      assert.ok(known.has(name), `${name} is not an icon`);
      assert.equal(shipped.get(name), known.get(name), name);
    }
    const drawn = [...sources().matchAll(/content: '\\\\([0-9a-f]{4})'/gu)].map(([, code = '']) => parseInt(code, 16));
    assert.notEqual(drawn.length, 0);
    for (const code of [...shipped.values(), ...drawn]) assert.ok(inFont.has(code), code.toString(16));
  });

  it('are limited to the few that it shows', () => {
    assert.ok(font.length < 30_000, `The font takes ${String(font.length)} bytes.`);
  });
});

/** Names in attributes and properties, in the tables called `icons`, and from the functions that choose an icon. */
function namesIn(source: string): string[] {
  const alone = source.matchAll(/(?:\bicon(?:=|: )|<vscode-icon\s+name=|renderEmpty\(\s*)['"]([a-z-]+)['"]/gu);
  const tables = source.matchAll(/const icons: Record<\w+, string> = (\{[^}]*\})/gu);
  const choices = source.matchAll(/function (?:iconOf|stateIcon)\([^\n]*([\s\S]*?)\n\}/gu);
  return [
    ...[...alone].map(([, name = '']) => name),
    ...[...tables].flatMap(([, table = '']) => [...table.matchAll(/: '([a-z-]+)'/gu)].map(([, name = '']) => name)),
    ...[...choices].flatMap(([, body = '']) => [...body.matchAll(/[?:n] '([a-z-]+)'/gu)].map(([, name = '']) => name)),
  ];
}

function sources(): string {
  const folder = join(root, 'webview');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

function charactersByName(css: string): Map<string, number> {
  const rules = css.matchAll(/\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]{4})" \}/gu);
  return new Map([...rules].map(([, name = '', code = '']) => [name, parseInt(code, 16)]));
}

/** The characters of a TrueType font, read from its `cmap` table in format 4, the usual format for these. */
function charactersIn(font: Buffer): Set<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const entry = tables.find((at) => font.toString('latin1', at, at + 4) === 'cmap');
  assert.ok(entry !== undefined);
  const cmap = font.subarray(font.readUInt32BE(entry + 8));
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => cmap.readUInt32BE(4 + index * 8 + 4));
  const at = maps.find((offset) => cmap.readUInt16BE(offset) === 4);
  assert.ok(at !== undefined, 'The font has no cmap table in format 4.');
  const twice = cmap.readUInt16BE(at + 6);
  const found = new Set<number>();
  for (let segment = 0; segment < twice; segment += 2) {
    const last = cmap.readUInt16BE(at + 14 + segment);
    for (let code = cmap.readUInt16BE(at + 16 + twice + segment); code <= last; code += 1) found.add(code);
  }
  return found;
}
