/** `bigmind retention`: shows what it would delete before an admin sets it, and nothing to others. */
import assert from 'node:assert/strict';
import { runProgram } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';
import { DatabaseSync } from 'node:sqlite';

describe('bigmind retention', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => home.remove());

  const run = (args: string[], username = 'ada'): ReturnType<typeof runProgram> =>
    runProgram(home, ['retention', ...args], { env: { BIGMIND_USER: username, BIGMIND_MODE: 'team' } });

  it('shows the rules and what goes, sets nothing without --yes, and says what stays', async () => {
    const env = { BIGMIND_USER: 'ada', BIGMIND_MODE: 'team' };
    await runProgram(home, ['save', 'We deploy on Thursdays'], { env });
    assert.equal((await runProgram(home, ['role', 'ada', 'admin'], { env })).code, 0);
    const database = new DatabaseSync(home.database);
    database.exec(`UPDATE audit SET at = '2020-01-01T10:00:00.000Z' WHERE action = 'store'`);
    database.close();
    const fresh = await run([]);
    assert.match(
      fresh.out,
      /audit is kept forever\. Archived messages are kept forever\..*deletes nothing\. Facts, .* stay/u,
    );
    const tried = await run(['--audit-days', '365', '--dry-run']);
    assert.match(tried.out, /for 365 days\..*deletes 1 row of the audit, the oldest of 2020-01-01\./u);
    const asked = await run(['--audit-days', '365']);
    assert.deepEqual([asked.code, asked.out.includes('Nothing was changed. Add --yes')], [1, true], asked.out);
    assert.match((await run(['--json'])).out, /"audit_days": ?0,/u);
    assert.equal((await run(['--audit-days', '365', '--yes'])).code, 0);
    const set = JSON.parse((await run(['--json'])).out) as Record<string, unknown>;
    assert.deepEqual(set, { audit_days: 365, message_days: 0, set: false, due: { audit_rows: 1, messages: 0 } });
  });

  it('refuses members, and odd numbers', async () => {
    const env = { BIGMIND_USER: 'ada', BIGMIND_MODE: 'team' };
    await runProgram(home, ['save', 'We deploy on Thursdays'], { env });
    await runProgram(home, ['role', 'ada', 'admin'], { env });
    const refused = await run(['--message-days', '30', '--yes'], 'eve');
    assert.deepEqual([refused.code, refused.err.includes('Only an admin can set how long')], [1, true], refused.err);
    assert.match((await run(['--json'], 'eve')).out, /"message_days": ?0/u);
    assert.equal((await run(['--message-days', '4000', '--yes'])).code, 1);
  });
});
