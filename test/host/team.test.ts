/** A team store, chosen by the setting: proposals wait for review, an admin assigns roles, and a curator reviews. */
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { callTool } from './mcpCall.ts';
import { run, theExtension, uniqueText, withSetting } from './support.ts';

describe('a team store', () => {
  const aStore = (): string => join(mkdtempSync(join(tmpdir(), 'bigmind-team-')), 'memory.db');
  const store = aStore();
  const inTeam = (work: () => Promise<void>, file = store): Promise<void> =>
    withSetting('storage.path', file, () => withSetting('mode', 'team', work));
  const me = userInfo().username;

  /** Proposes an entry as an assistant of `user` does, through the server that the chat gets. */
  async function propose(user: string, title: string): Promise<{ id: number; status: string }> {
    const [server] = (await theExtension().activate()).mcpServers();
    assert.ok(server);
    const input = { category: 'standard', title, content: `${title}\n\n- because of the tide` };
    const { id, status } = await callTool(server, { BIGMIND_USER: user }, 'memory_promote_to_global', input);
    return { id: Number(id), status: String(status) };
  }

  it('is required for roles, and a personal store says how to become one', async () => {
    const { status, code, notice } = await run('setUserRole', { username: me, role: 'curator' });
    assert.deepEqual({ status, code }, { status: 'failed', code: 'not_allowed' });
    assert.match(String(notice), /personal.*"bigmind\.mode"/u);
  });

  it('makes its first user an admin, who assigns roles to later users', async () => {
    await inTeam(async () => {
      assert.deepEqual(await run('reviewKnowledge'), { status: 'shown' });
      // The panel sends its first query after loading, maybe after the proposal. This call resolves once the store is
      // open.
      const first = { username: me, role: 'admin' };
      assert.deepEqual(await run('setUserRole', first), { status: 'unchanged', ...first });
      assert.equal((await propose('mara', uniqueText('Moor at'))).status, 'pending');
      const change = { username: 'mara', role: 'curator' };
      assert.deepEqual(await run('setUserRole', change), { status: 'changed', ...change });
      assert.deepEqual(await run('setUserRole', change), { status: 'unchanged', ...change });
    });
  });

  it('rejects an unknown user, an unknown role and the removal of the last admin', async () => {
    await inTeam(async () => {
      const unknown = await run('setUserRole', { username: 'nobody', role: 'curator' });
      assert.match(String(unknown['notice']), /"nobody".*mara \(curator\)/u);
      const noRole = await run('setUserRole', { username: 'mara', role: 'captain' });
      assert.equal(noRole['code'], 'invalid_input');
      const last = await run('setUserRole', { username: me, role: 'member' });
      assert.deepEqual([last['status'], last['code']], ['failed', 'not_allowed']);
    });
  });

  it('finds an approved entry with its corrected text', async () => {
    // Of one person, because a test cannot answer the question before an approval for others.
    await inTeam(async () => {
      const { id, status } = await propose(me, uniqueText('Berth'));
      assert.equal(status, 'pending');
      const content = uniqueText('Ships berth at the west quay');
      const answer = await run('reviewKnowledge', {
        entryId: id,
        action: 'approve',
        content,
        notes: 'Said which quay.',
      });
      assert.deepEqual(answer, { status: 'approved', id });
      const opened = await run('searchMemory', { query: content, open: 'best' });
      assert.deepEqual(opened, { status: 'opened', kind: 'knowledge', id: String(id) });
    }, aStore());
  });

  it('deprecates an entry, and reports an unknown one', async () => {
    await inTeam(async () => {
      const { id } = await propose('joe', uniqueText('Anchor'));
      assert.deepEqual(await run('reviewKnowledge', { entryId: id, action: 'deprecate' }), {
        status: 'deprecated',
        id,
      });
      const { status, code } = await run('reviewKnowledge', { entryId: 4711, action: 'approve' });
      assert.deepEqual({ status, code }, { status: 'failed', code: 'not_found' });
    });
  });

  it('does not let a member review, and names the users who may', async () => {
    await inTeam(async () => {
      const { id } = await propose('joe', uniqueText('Signal'));
      await withSetting('user', 'joe', async () => {
        const forced = await run('reviewKnowledge', { entryId: id, action: 'approve' });
        assert.deepEqual([forced['status'], forced['code']], ['failed', 'not_allowed']);
        assert.match(String(forced['notice']), /member.*mara \(curator\)/u);
      });
      await withSetting('user', 'mara', async () => {
        const review = { entryId: id, action: 'deprecate' };
        assert.deepEqual(await run('reviewKnowledge', review), { status: 'deprecated', id });
      });
    });
  });
});
