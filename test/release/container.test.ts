/**
 * The files of the container, which is not built here: whether what they name exists, in the build, the repository and
 * the settings, and whether its program runs from the files that it gets, with its command and its health check.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { freePort } from '../../scripts/lib/postgresServer.ts';
import { root } from '../../scripts/lib/places.ts';
import { allSettings } from '../../src/settingsTable.ts';
import { until } from '../search/fakeModel.ts';
import { temporaryHome } from '../support/temporaryHome.ts';

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const [dockerfile, compose, example] = ['Dockerfile', 'compose.yaml', 'deploy/server.env.example'].map(textOf);
const namesIn = (text: string | undefined, pattern: RegExp): string[] =>
  [...(text ?? '').matchAll(pattern)].map(([, name = '']) => name);
const variables = new Set(allSettings.map(({ variable }) => variable));

describe('the files of the container', () => {
  it('copies files that the build makes', () => {
    const copied = namesIn(dockerfile, /\/build\/(dist\/\S+)/gu);
    assert.ok(copied.includes('dist/cli.js'));
    assert.deepEqual(
      copied.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });

  it('lets the build read each folder that it bundles', () => {
    const allowed = namesIn(textOf('.dockerignore'), /^!(.+)$/gmu);
    const { inputs } = JSON.parse(textOf('out/meta.json')) as { inputs: Record<string, unknown> };
    const own = Object.keys(inputs).filter((file) => !file.includes('node_modules/') && existsSync(join(root, file)));
    assert.ok(own.length > 100);
    assert.deepEqual(
      own.filter((file) => !allowed.some((pattern) => matchesGlob(file, pattern))),
      [],
    );
  });

  it('sets variables that BigMind reads', () => {
    const set = [...namesIn(dockerfile, /\b(BIGMIND_\w+)=/gu), ...namesIn(compose, /^ +(BIGMIND_\w+):/gmu)];
    // Only the script that creates the roles reads these.
    const ofScript = namesIn(textOf('deploy/createDatabase.sh'), /\$\{?(BIGMIND_\w+)/gu);
    assert.ok(set.includes('BIGMIND_DB_URL') && ofScript.length === 2);
    assert.deepEqual(
      set.filter((name) => !variables.has(name) && !ofScript.includes(name)),
      [],
    );
  });

  it('asks for the values of the example', () => {
    const asked = new Set(namesIn(compose, /\$\{(\w+)/gu));
    assert.deepEqual([...asked].sort(), namesIn(example, /^(\w+)=/gmu).sort());
  });

  it('waits until the database answers over the network, as it does only after its first start', () => {
    assert.match(compose ?? '', /'pg_isready', '--host', '127\.0\.0\.1'/u);
  });

  it('runs from the files that it gets, answers its health check, and ends when it is stopped', async () => {
    const { path: folder, remove } = temporaryHome();
    for (const file of namesIn(dockerfile, /\/build\/(dist\/\S+)/gu)) {
      cpSync(join(root, file), join(folder, 'dist', basename(file)));
    }
    const port = String(await freePort());
    const env = { PATH: process.env['PATH'], ...variablesOf(dockerfile), BIGMIND_HOME: join(folder, 'data') };
    const command = wordsAfter('\nCMD ').map((word) => ({ '0.0.0.0': '127.0.0.1', 7700: port })[word] ?? word);
    const server = spawn(process.execPath, [join(folder, 'dist/cli.js'), ...command], { env, stdio: 'ignore' });
    const ended = once(server, 'exit');
    const [, ...check] = wordsAfter('  CMD ').map((word) => word.replace('7700', port));
    const health = async (): Promise<unknown> => (await once(spawn(process.execPath, check, { env }), 'exit'))[0];
    await until(async () => (await health()) === 0);
    server.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
    assert.equal(await health(), 1);
    remove();
  });
});

/** The words of the only instruction that begins like this, in its form as a list. */
function wordsAfter(start: string): string[] {
  const [, list] = (dockerfile ?? '').split(`${start}[`);
  return JSON.parse(`[${(list ?? '').split('\n')[0] ?? ''}`) as string[];
}

function variablesOf(text: string | undefined): Record<string, string> {
  const [, set = ''] = /^ENV (.+)$/mu.exec(text ?? '') ?? [];
  return Object.fromEntries(set.split(' ').map((pair) => pair.split('=') as [string, string]));
}
