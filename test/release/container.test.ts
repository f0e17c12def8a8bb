/**
 * The files of the container, which no test runs: whether what they name exists, in the build, the repository and the
 * settings.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { root } from '../../scripts/lib/places.ts';
import { allSettings } from '../../src/settingsTable.ts';

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
});
