/**
 * What a repository may choose for whoever opens it. Its `.vscode/settings.json` is somebody else's file: it may say nothing of
 * where the memory lies, whose it is, where it is sent, what is recorded, cut out or noted; and before the workspace is
 * trusted it may say nothing at all.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Manifest {
  capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
  contributes: { configuration: { properties: Record<string, { scope?: string }> } };
}

const { capabilities, contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const settings = Object.entries(contributes.configuration.properties);
/** Workspaces cannot set these at all, trusted or not. */
const outOfReach = new Set(['machine', 'application']);
/** Switches that a trusted workspace may set for itself; of the last one, a person's own yes is needed as well. */
const perWorkspace = ['bigmind.mcp.enabled', 'bigmind.instructions.enabled', 'bigmind.summaries.languageModel'];

describe('a workspace', () => {
  it('can set no more than three switches', () => {
    const reachable = settings.filter(([, { scope = 'window' }]) => !outOfReach.has(scope)).map(([name]) => name);
    assert.deepEqual(reachable.sort(), [...perWorkspace].sort());
  });

  it('that nobody trusts sets nothing at all', () => {
    const { supported, restrictedConfigurations } = capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    for (const name of perWorkspace) assert.ok(restrictedConfigurations.includes(name), name);
    const known = new Set(settings.map(([name]) => name));
    assert.deepEqual(
      restrictedConfigurations.filter((name) => !known.has(name)),
      [],
    );
  });

  it('cannot say yes for a person to recording, or to what is sent to a language model', () => {
    const asked = {
      'services/capture/captureSetting.ts': 'capture.enabled',
      'services/summaries.ts': 'summaries.languageModel',
    };
    for (const [file, name] of Object.entries(asked)) {
      const source = readFileSync(join(root, 'src/vscode', file), 'utf8');
      assert.match(source, new RegExp(`inspect\\('${name}'\\)\\?\\.globalValue`, 'u'), file);
    }
  });

  it('is only read: the extension and what it starts run no program, and none of a workspace', () => {
    // The doctor of the command line starts servers as their clients would, by what stands in the person's own files.
    const allowed = new Set(['src/cli/serve/handOver.ts', 'src/cli/serve/startServer.ts', 'src/http/openInBrowser.ts']);
    const starting = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .map((name) => `src/${name.replaceAll('\\', '/')}`)
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => readFileSync(join(root, name), 'utf8').includes("from 'node:child_process'"));
    assert.deepEqual(
      starting.filter((name) => !allowed.has(name)),
      [],
    );
  });
});
