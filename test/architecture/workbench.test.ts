/** F5 in VS Code: everything that `.vscode` names exists, and the task recognizes the output of the watch build. */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { context } from 'esbuild';
import type { BuildContext } from 'esbuild';
import { createWatchReport } from '../../scripts/build/watchReport.mjs';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));

interface Launch {
  configurations: {
    name: string;
    type: string;
    request: string;
    program?: string;
    runtimeExecutable?: string;
    args?: string[];
    outFiles?: string[];
    preLaunchTask?: string;
  }[];
}
interface Tasks {
  tasks: {
    label: string;
    type: string;
    command: string;
    isBackground?: boolean;
    problemMatcher: {
      pattern: { regexp: string; file: number; line: number; column: number; severity: number; message: number };
      background: { activeOnStart: boolean; beginsPattern: string; endsPattern: string };
    };
  }[];
}

describe('the configuration in .vscode', () => {
  const { configurations } = read('.vscode/launch.json') as Launch;
  const { tasks } = read('.vscode/tasks.json') as Tasks;
  const { main, scripts } = read('package.json') as { main: string; scripts: Record<string, string> };
  const watch = tasks.find(({ label }) => label === configurations[0]?.preLaunchTask);

  it('opens the extension with F5, after an existing watch task', () => {
    const [first] = configurations;
    assert.deepEqual([first?.type, first?.request], ['extensionHost', 'launch']);
    assert.ok(first?.args?.includes('--extensionDevelopmentPath=${workspaceFolder}'));
    assert.ok(watch);
    assert.deepEqual([watch.type, watch.isBackground], ['shell', true]);
    assert.match(watch.command, /^npm run build -- --watch$/u);
    for (const { preLaunchTask } of configurations) {
      if (preLaunchTask !== undefined)
        assert.ok(
          tasks.some(({ label }) => label === preLaunchTask),
          preLaunchTask,
        );
    }
    for (const { command } of tasks) {
      const script = /^npm run (?<name>\S+)/u.exec(command)?.groups?.['name'] ?? '';
      assert.ok(scripts[script], command);
    }
  });

  it('names installed programs and the build output folder', () => {
    const built = `\${workspaceFolder}/${/^\.\/(?<folder>\w+)\//u.exec(main)?.groups?.['folder'] ?? ''}/**/*.js`;
    for (const { name, outFiles, program, runtimeExecutable } of configurations) {
      if (outFiles !== undefined) assert.deepEqual(outFiles, [built], name);
      for (const path of [program, runtimeExecutable]) {
        const file = path?.replace('${workspaceFolder}', root);
        const isThere = file === undefined || existsSync(file) || existsSync(`${file}.exe`);
        assert.ok(isThere, path);
      }
    }
  });

  it('requires no extension, and is not part of the package', async () => {
    assert.ok(configurations.every(({ type }) => type === 'node' || type === 'extensionHost'));
    const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
    assert.deepEqual(
      files.filter((name) => name.startsWith('.vscode') || name === 'AGENTS.md'),
      [],
    );
  });

  describe('the watch build', () => {
    const lines: string[] = [];
    let folder: string;
    const contexts: BuildContext[] = [];
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'bigmind watch '));
      mkdirSync(join(folder, 'src'));
    });
    after(async () => {
      await Promise.all(contexts.map((one) => one.dispose()));
      rmSync(folder, { recursive: true, force: true });
    });

    it('prints the lines that the task expects, once for all bundles, and each error', async () => {
      assert.ok(watch);
      const { pattern, background } = watch.problemMatcher;
      writeFileSync(join(folder, 'src/good.ts'), 'export const a = 1;\n');
      writeFileSync(join(folder, 'src/bad.ts'), 'export const a = 1;\n  const = 2;\n');
      const report = createWatchReport(2, (line) => lines.push(line));
      for (const name of ['good', 'bad']) {
        const entry = { absWorkingDir: folder, entryPoints: [`src/${name}.ts`], outdir: 'out' };
        contexts.push(await context({ ...entry, logLevel: 'silent', plugins: [report()] }));
      }
      const begins = new RegExp(background.beginsPattern, 'u');
      const ends = new RegExp(background.endsPattern, 'u');
      const counts = (): number[] => [begins, ends].map((one) => lines.filter((line) => one.test(line)).length);
      assert.deepEqual(counts(), [1, 0]);
      // Bundles start one after another, and the first may finish before the second starts.
      await contexts[0]?.rebuild();
      assert.deepEqual(counts(), [1, 0]);
      await assert.rejects(contexts[1]?.rebuild() ?? Promise.resolve());
      assert.deepEqual(counts(), [1, 1]);
      const found = lines.map((line) => new RegExp(pattern.regexp, 'u').exec(line)).filter((match) => match !== null);
      assert.equal(found.length, 1, lines.join('\n'));
      const [match] = found;
      assert.deepEqual(
        [pattern.file, pattern.line, pattern.column, pattern.severity].map((group) => match?.[group]),
        ['src/bad.ts', '2', '9', 'error'],
      );
      assert.match(match?.[pattern.message] ?? '', /^Expected/u);
      await contexts[0]?.rebuild();
      assert.deepEqual(counts(), [2, 2]);
    });
  });
});
