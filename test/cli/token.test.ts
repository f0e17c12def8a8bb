/** `bigmind token` for users and scripts. */
import assert from 'node:assert/strict';
import { runProgram, type Finished } from '../support/program.ts';
import { temporaryHome, type TemporaryHome } from '../support/temporaryHome.ts';

describe('bigmind token', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => home.remove());

  const run = (args: string[], user = 'ada'): Promise<Finished> =>
    runProgram(home, ['token', ...args], { env: { BIGMIND_USER: user, BIGMIND_MODE: 'team' } });

  it('shows a token once, lists it without its text, and revokes it', async () => {
    const added = await run(['add', 'claude-code', '--user', 'eve', '--read', '--expires', '90d', '--json']);
    assert.equal(added.code, 0, added.err);
    const { id, token, ...rest } = JSON.parse(added.out) as Record<string, string>;
    assert.match(token ?? '', new RegExp(`^bmt_${String(id)}_[A-Za-z0-9_-]{43}$`, 'u'));
    assert.deepEqual([rest['agent'], rest['user'], rest['read_only']], ['claude-code', 'eve', true]);
    const listed = await run(['list']);
    assert.match(listed.out, /claude-code {2}of eve {2}valid until .* {2}never used {2}read only/u);
    assert.ok(!(listed.out + listed.err + added.err).includes(token ?? ''));
    assert.match((await run(['revoke', String(id)])).out, /is revoked/u);
    const { tokens } = JSON.parse((await run(['list', '--json'])).out) as { tokens: Record<string, unknown>[] };
    assert.equal(typeof tokens[0]?.['revoked_at'], 'string');
  });

  it('prints only the token on standard output, so that a script can use it', async () => {
    const { out } = await run(['add', 'ci']);
    assert.match(out, /^bmt_\S+\n$/u);
  });

  for (const [name, args] of [
    ['an unknown action', ['rename', 'x']],
    ['an action without its argument', ['add']],
    ['an expiry that is no time', ['add', 'ci', '--expires', 'soon']],
  ] as const) {
    it(`refuses ${name} as wrong usage`, async () => {
      const { code, err } = await run([...args]);
      assert.equal(code, 2, err);
    });
  }

  it('refuses a member who creates a token for others', async () => {
    await run(['list']);
    await run(['add', 'ci', '--user', 'eve']);
    const { code, err } = await run(['add', 'ci', '--user', 'ada'], 'eve');
    assert.equal(code, 1);
    assert.match(err, /Only an admin can manage the tokens of other users\..*ada \(admin\)/u);
  });
});
