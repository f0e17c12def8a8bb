/** Which names are spellings of one product. */
import assert from 'node:assert/strict';
import { entityKey } from '../../../src/memory/graph/entities.ts';
import { wellKnownNames } from '../../../src/memory/graph/forms/wellKnown.ts';
import { keyWithoutUse, productKey, productName } from '../../../src/memory/graph/products.ts';
import { shownName } from '../../../src/memory/graph/settling.ts';

const keyOf = (name: string): string => productKey(entityKey(name));

describe('the spellings of a product', () => {
  for (const names of [
    ['Gemini', 'Gemini CLI', 'gemini-cli', 'Google Gemini', 'Gemini API'],
    ['PostgreSQL', 'Postgres', 'psql', 'PostgreSQL 16', 'postgres database', 'postgresql-client'],
    ['MongoDB', 'Mongo', 'mongo db'],
    ['Kubernetes', 'K8s', 'kubernetes API'],
    ['Copilot', 'GitHub Copilot', 'Copilot CLI'],
    ['Codex', 'Codex CLI', 'OpenAI Codex'],
    ['Stripe', 'Stripe API', 'stripe-sdk'],
    ['Kafka', 'Apache Kafka'],
    ['Azure', 'Microsoft Azure'],
    ['VS Code', 'Visual Studio Code', 'vscode'],
    ['Node.js', 'NodeJS', 'node'],
    ['Vue', 'Vue.js'],
    ['React', 'ReactJS', 'react.js'],
    ['Rails', 'Ruby on Rails'],
    ['Amazon S3', 'AWS S3', 'S3'],
  ])
    it(`are one: ${names.join(', ')}`, () => {
      assert.deepEqual([...new Set(names.map(keyOf))], [entityKey(names[0] ?? '')]);
      assert.equal(productName(keyOf(names.at(-1) ?? '')), names[0]);
    });

  for (const [one, other] of [
    ['GitHub', 'GitHub Actions'],
    ['GitHub', 'GitLab'],
    ['Docker', 'Docker Compose'],
    ['Docker', 'Docker Hub'],
    ['Claude', 'Claude Code'],
    ['Claude', 'Claude Desktop'],
    ['Azure', 'Azure DevOps'],
    ['OpenAI', 'OpenAPI'],
    ['Neo4j', 'Neo'],
    ['Redis', 'Redis Sentinel'],
    ['React', 'React Native'],
    ['sql.js', 'SQL'],
  ] as const)
    it(`stay apart: ${one}, ${other}`, () => assert.notEqual(keyOf(one), keyOf(other)));

  it('lead to a key that is its own product, for every name of the list', () => {
    for (const name of wellKnownNames()) {
      const key = keyOf(name);
      assert.deepEqual([productKey(key), productName(key) === undefined], [key, false], name);
    }
  });

  it('say how one uses a product that only tags name', () => {
    assert.deepEqual(['Acme CLI', 'acme-api', 'acme_sdk', 'acmecli', 'Acme Service', 'CLI'].map(keyWithoutUse), [
      'acme',
      'acme',
      'acme',
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('are shown as the makers spell the product, and a file by its path', () => {
    const file = (key: string, name: string): string => shownName({ key, name, kind: 'file' });
    assert.equal(shownName({ key: 'postgresql', name: 'postgres', kind: 'service' }), 'PostgreSQL');
    assert.equal(shownName({ key: 'gogit', name: 'Go-git', kind: 'package' }), 'go-git');
    assert.equal(shownName({ key: 'relay', name: 'Relay', kind: 'concept' }), 'Relay');
    assert.equal(file('src/app.ts', '/Home/Work/src/App.ts'), 'src/App.ts');
    assert.equal(file('src/app.ts', 'App.ts'), 'src/App.ts');
    assert.equal(file('src/app.ts', 'Src/App.ts'), 'Src/App.ts');
  });
});
