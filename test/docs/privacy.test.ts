/** Every file that opens a connection, listens, or starts a program is listed in docs/privacy.md, and no other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { filesUnder, importsUnder, withoutComments } from '../architecture/sourceImports.ts';

const root = join(import.meta.dirname, '../..');
const layers = ['src', 'webview'];

/** Modules with which a program reaches others. `node:net` alone is also used to parse addresses. */
const reachingModules = new Set([
  'node:http',
  'node:https',
  'node:http2',
  'node:net',
  'node:tls',
  'node:dgram',
  'node:dns',
  'node:dns/promises',
  'node:inspector',
  'node:child_process',
  'node:cluster',
  'pg',
  'undici',
  'ws',
]);
const reachingCalls =
  /(?<![.\w])fetch\((?!\?)|(?:globalThis|window|self)\.fetch\b|\bnew (?:WebSocket|EventSource|XMLHttpRequest|RTCPeerConnection)\b|\bsendBeacon\(|\.sendRequest\(|\bcreateTelemetryLogger\(|\benv\.openExternal\(/u;
/** Imports of these names from `node:net` only look at a text. */
const parsesAddresses = /import \{ isIP(?:v[46])? \} from 'node:net'/u;

const pathOf = (file: string): string => relative(root, file).replaceAll('\\', '/');

describe('what leaves the machine', () => {
  it('leaves it through the files that docs/privacy.md lists', () => {
    assert.deepEqual(filesThatReachOut(), listedFiles());
  });

  it('is found by what a source calls and imports', () => {
    for (const source of ['await fetch(url)', 'globalThis.fetch', 'new WebSocket(url)', 'navigator.sendBeacon(url)'])
      assert.match(source, reachingCalls);
    assert.doesNotMatch('(fetchIt) => this.prefetch(url)', reachingCalls);
  });
});

function filesThatReachOut(): string[] {
  const files = layers.flatMap((layer) => filesUnder(join(root, layer)));
  const calling = files.filter((file) => reachingCalls.test(withoutComments(readFileSync(file, 'utf8'))));
  const importing = layers
    .flatMap((layer) => importsUnder(join(root, layer)))
    .filter(({ target, typeOnly }) => !typeOnly && reachingModules.has(target))
    .filter(({ file, target }) => target !== 'node:net' || !parsesAddresses.test(readFileSync(file, 'utf8')))
    .map(({ file }) => file);
  return [...new Set([...calling, ...importing].map(pathOf))].toSorted();
}

function listedFiles(): string[] {
  const page = readFileSync(join(root, 'docs/privacy.md'), 'utf8');
  const list = /<!-- network:[\s\S]*<!-- \/network -->/u.exec(page)?.[0] ?? '';
  return [...list.matchAll(/^\| `([^`]+)` \|/gmu)].map(([, file = '']) => file).toSorted();
}
