import assert from 'node:assert/strict';
import { comparisonWith } from '../../src/memory/shared/statements.ts';
import { indexText } from '../../src/search/query/words.ts';

const pairs: Record<string, [statement: string, known: string][]> = {
  same: [
    ['We deploy on Thursdays.', 'we deploy on Thursday'],
    ['The build is green', 'build is green'],
    ['数据库在本机', '数据库在本机。'],
    ['Use GitHub for the issues', 'use Github for the ISSUES'],
    ['Run tar -C to change the folder', 'run TAR -C to change the folder'],
  ],
  contradicts: [
    ['We deploy on Thursdays only', 'We deploy on Fridays only'],
    ['We deploy on Thursdays', 'We never deploy on Thursdays'],
    ['The database is SQLite', 'The database is PostgreSQL'],
    ['Name is Lumen', 'Name is Ada'],
    ['Prefers tabs over spaces', 'Prefers spaces over tabs'],
    ['Prefers tabs', 'Prefers spaces'],
    ['Always squash commits', 'Never squash commits'],
    ['Feature flags are enabled', 'Feature flags are disabled'],
    ['Python 3.12 is required across all servers', 'Python 3.11 is required across all servers'],
    ['Requests time out after 30 seconds', 'Requests time out after 60 seconds'],
    ['The port is 8080', 'The port is 9090'],
    ['The release is in May 2026', 'The release is in June 2026'],
    ['We use PostgreSQL for the orders service', 'We use MySQL for the orders service'],
    ['我们使用数据库', '我们不使用数据库'],
    ['Node 18 was dropped in 4.0.0', 'Node 18 was dropped in 5.0.0'],
    ['The flag was added in March', 'The flag was added in June'],
    ['The timeout is 30 seconds', 'The timeout is 2 minutes'],
    ['The meeting is on May 3', 'The meeting is on June 4'],
    ['The API is v1', 'The API is v2'],
    ['Deploy before the review', 'Deploy after the review'],
    [
      'The export button is shown to admins of the workspace',
      'The export button is not shown to admins of the workspace',
    ],
  ],
  similar: [
    ['Prefers concise answers', 'Concise answers'],
    ['Uses uv for Python', 'Uses ruff for Python'],
    ['Alice manages Bob', 'Bob manages Alice'],
    ['Server 1 is down', 'Server 2 is down'],
    ['The API of billing is versioned in the URL', 'The API of orders is versioned in the URL'],
    ['We use pnpm here', 'We use pnpm here, not npm'],
    ['Do not deploy on Fridays', 'Do not deploy on Fridays without approval'],
    ['The database was SQLite', 'The database is SQLite'],
    ['Coverage must be >= 80%', 'Coverage must be <= 80%'],
    ['The offset is -5', 'The offset is 5'],
    ['Status is 🟢', 'Status is 🔴'],
    ['Use Redis to store the sessions', 'Keep sessions in Redis'],
    ['Deploy to Kubernetes', 'We deploy to k8s'],
    ['Retry failed webhooks forever', 'Failed webhooks are retried without a limit'],
    ['Redis für die Sitzungen verwenden', 'Wir nutzen Redis für Sitzungen'],
    ['The build server is fast', 'The build server is in Frankfurt'],
    ['Python 3.9 was dropped in 4.0.0', 'Python 3.8 was dropped in 4.0.0'],
    ['Version 2.0.0 introduces the new parser', 'Version 3.0.0 introduces the new parser'],
    ['The deploy failed on Monday', 'The deploy failed on Tuesday'],
    ['The nightly server was restarted on May 3', 'The nightly server was restarted on June 7'],
    ['In 2.0.0 the default is strict', 'In 3.0.0 the default is strict'],
    ['The plugin worked before 4.0.0', 'The plugin worked after 4.0.0'],
    [
      'The export button for the admins of the shared workspace is not shown in 1.0.0',
      'The export button for the admins of the shared workspace is shown in 2.0.0',
    ],
    [
      'The export button for the admins of the shared workspace was not shown before 2.0.0',
      'The export button for the admins of the shared workspace was shown since 2.0.0',
    ],
    ['Print the version with -v', 'Print the version with -V'],
    ['Run tar -C to change the folder', 'Run tar -c to change the folder'],
    ['Set HTTP_PROXY for the build', 'Set http_proxy for the build'],
    ['Call `parse` in the loader', 'Call `Parse` in the loader'],
    ['Split lines at \\s', 'Split lines at \\S'],
    ['Read $Home in the script', 'Read $HOME in the script'],
    [`${'word '.repeat(130)}a`, `${'word '.repeat(130)}b`],
  ],
  nothing: [
    ['Works on macOS', 'Works on Linux'],
    ['Node 18 was dropped in 4.0.0', 'Node 18 was added in 2.0.0'],
    ['Support for IE was removed in 2024', 'Support for IE was restored in 2025'],
    ['Caroline works at Google', 'The API is versioned in the URL'],
    ['The build is green', 'The database is on the laptop of Ada'],
    ['Never store secrets', 'Never push on Fridays'],
    ['Lumen is vegetarian', 'Lumen is left-handed'],
    ['Lumen is a mother', 'Lumen is Norwegian'],
    ['The API is REST', 'The API is public'],
    ['Use exponential backoff for the payment provider', 'Write an email to the payment provider'],
    ['', 'Anything'],
  ],
};

describe('comparing two statements', () => {
  for (const [relation, cases] of Object.entries(pairs)) {
    for (const [statement, known] of cases) {
      it(`finds ${relation} in "${statement}" and "${known}", in either order`, () => {
        for (const [one, other] of [
          [statement, known],
          [known, statement],
        ] as const) {
          const found = comparisonWith(one, indexText)(other);
          assert.equal(found?.relation ?? 'nothing', relation);
          assert.ok(found === undefined || (found.similarity >= 0 && found.similarity <= 1));
        }
      });
    }
  }
});
