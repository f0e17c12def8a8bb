/** The database server that the environment names. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { settingsFromEnvironment } from '../../src/environment.ts';
import { aHost, errorOf } from '../support/environment.ts';

const host = aHost('/home/ada', posix);

describe('the database of the environment', () => {
  it('uses a database server in enterprise mode, whose rights are those of a team', () => {
    const server = { BIGMIND_MODE: ' Enterprise ', BIGMIND_DB_URL: 'postgresql://u:pass@db.example/bigmind' };
    const { mode, databaseUrl } = settingsFromEnvironment(server, host);
    assert.deepEqual([mode, databaseUrl], ['team', server.BIGMIND_DB_URL]);
  });

  it('rejects a server without enterprise mode, enterprise mode without a server, and other addresses', () => {
    const sentence = (env: Record<string, string>): string =>
      errorOf(() => settingsFromEnvironment(env, host)).sentence;
    const url = 'postgres://u:pass@db.example/bigmind';
    assert.match(
      sentence({ BIGMIND_DB_PATH: '/data/memory.db', BIGMIND_DB_URL: url }),
      /^BIGMIND_DB_URL is set, but BIGMIND_MODE is not "enterprise"\. Set BIGMIND_MODE to enterprise/u,
    );
    assert.match(sentence({ BIGMIND_MODE: 'enterprise' }), /but BIGMIND_DB_URL is not set\. .*postgres:\/\/USER/u);
    for (const unescaped of [
      'postgres://u:hun/ter2@x:1/z',
      'postgres://u:12#hunter@x/y',
      'postgres://u:1@2/hunter@x/y',
    ]) {
      const said = sentence({ BIGMIND_MODE: 'enterprise', BIGMIND_DB_URL: unescaped });
      assert.match(
        said,
        /BIGMIND_DB_URL has a character in the password.* percent-encoded\. .*%40, %2F and %23/u,
        said,
      );
      assert.doesNotMatch(said, /hunter|ter2/u);
    }
    for (const wrong of ['mysql://u:hunter2@x/y', 'u:hunter2@x', 'postgres://u:hunter2@x:y/z']) {
      const said = sentence({ BIGMIND_MODE: 'enterprise', BIGMIND_DB_URL: wrong });
      assert.match(said, /is not the address of a PostgreSQL database/u, wrong);
      assert.doesNotMatch(said, /hunter|ter2|mysql/u);
    }
    assert.doesNotMatch(sentence({ BIGMIND_DB_URL: url }), /pass|example/u);
  });
});
