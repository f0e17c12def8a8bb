/**
 * What a repository may set for anyone who opens it. Its `.vscode/settings.json` belongs to someone else. It must not
 * decide where the store is, whose it is, where data is sent, or what is recorded, redacted or audited. Before the
 * workspace is trusted, it must not decide anything.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

interface Manifest {
  capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
  contributes: { configuration: { properties: Record<string, { scope?: string }> }[] };
}

const { capabilities, contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const settings = contributes.configuration.flatMap(({ properties }) => Object.entries(properties));
/** No workspace can set settings of these scopes, trusted or not. */
const outOfReach = new Set(['machine', 'application']);
/** Switches that a trusted workspace may set for itself. */
const perWorkspace = ['bigmind.mcp.enabled', 'bigmind.instructions.enabled'];

describe('a workspace', () => {
  it('can set at most two switches', () => {
    const reachable = settings.filter(([, { scope = 'window' }]) => !outOfReach.has(scope)).map(([name]) => name);
    assert.deepEqual(reachable.sort(), [...perWorkspace].sort());
  });

  it('can set nothing until it is trusted', () => {
    const { supported, restrictedConfigurations } = capabilities.untrustedWorkspaces;
    assert.equal(supported, 'limited');
    for (const name of perWorkspace) assert.ok(restrictedConfigurations.includes(name), name);
    const known = new Set(settings.map(([name]) => name));
    assert.deepEqual(
      restrictedConfigurations.filter((name) => !known.has(name)),
      [],
    );
  });

  it('cannot consent for a user to recording, or to what is sent to a language model', () => {
    const settingsByFile = {
      'services/capture/captureSetting.ts': 'capture.enabled',
      'services/sleep/sleepWriter.ts': 'sleep.languageModel',
      // The name of the setting before `learn.with`, which no workspace can set.
      'platform/settings.ts': 'summaries.languageModel',
    };
    for (const [file, name] of Object.entries(settingsByFile)) {
      const source = readFileSync(join(root, 'src/vscode', file), 'utf8');
      assert.match(source, new RegExp(`inspect\\('${name}'\\)\\?\\.globalValue`, 'u'), file);
    }
  });

  it('has a history that is learned without a question only if it is trusted', () => {
    const source = readFileSync(join(root, 'src/extension.ts'), 'utf8');
    assert.match(source, /histories = vscode\.workspace\.isTrusted \? settings\.learn\.histories : 'learned'/u);
  });

  it('has memory files that commands read and write only if it is trusted', () => {
    const folder = join(root, 'src/vscode/commands/mind');
    const sources = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
    assert.match(sources.find(([name]) => name === 'openedFileMemory.ts')?.[1] ?? '', /workspace\.isTrusted/u);
    const commands = sources.filter(([, source]) => /export function create\w+\(.*\): Command /u.test(source));
    assert.ok(commands.length >= 5);
    for (const [name, source] of commands) {
      assert.match(source, /await openedFileMemory\(/u, name);
      assert.doesNotMatch(source, /\bfileMemory\?\.\(|\bfolderOnDisk\(/u, name);
    }
  });

  it('is only read: no program of it is run, and only the allowed files start processes', () => {
    // The command line hands over to another runtime, and its doctor starts servers as their clients would, according
    // to the user's own files. The third file opens a browser. The last one starts Git with commands that only read
    // objects, after the user asked for it, and in a window only if it is trusted; test/capture/git/gitObjects.test.ts tries what a repository could start.
    // A sync starts Git in a clone beside the memory, never in a workspace.
    // The server is also started once from BigMind's own folder, to compile it. What learns is a program of the user's
    // own settings, which no workspace can set, and runs in an empty folder. The hook before a tool call starts the
    // command line beside it, and the plugin that is written for opencode the script in BigMind's own folder.
    const allowed = new Set([
      'src/cli/serve/handOver.ts',
      'src/cli/serve/startServer.ts',
      'src/clients/compileAhead.ts',
      'src/clients/hooks/opencodePlugin.ts',
      'src/http/openInBrowser.ts',
      'src/capture/git/gitProcess.ts',
      'src/sync/git.ts',
      'src/cli/hook/startLearning.ts',
      'src/cli/hook/toolUse.ts',
      'src/distill/runProgram.ts',
    ]);
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
