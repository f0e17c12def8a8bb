/** The instruction files: where each assistant reads them, and the one block in them that is ours. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, symlinkSync, unlinkSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { planConnection, planDisconnection } from '../../src/clients/connectClient.ts';
import type { FilePlan } from '../../src/clients/files/filePlan.ts';
import { carryOut } from '../../src/clients/files/filePlan.ts';
import { instructionPath, planInstructions, planInstructionsRemoval } from '../../src/clients/instructionFiles.ts';
import type { ClientHost } from '../../src/clients/shared/clientHost.ts';
import type { InstructionTarget } from '../../src/clients/shared/clients.ts';
import { clientOf, instructionTargets } from '../../src/clients/shared/clients.ts';
import { instructionBlock } from '../../src/mcp/shared/instructions.ts';
import { assertGolden } from '../support/golden.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import { aHost, aLaunch, namesBeside, now, put, read, refusal } from './support.ts';

const text = '## Memory\n\nUse it.';
const block = `<!-- BIGMIND:START (written by BigMind; changes between these lines are lost) -->\n${text}\n<!-- BIGMIND:END -->`;

describe('the instruction files', () => {
  let home: TemporaryHome;
  let host: ClientHost;
  let folder: string;
  beforeEach(() => {
    home = temporaryHome();
    host = aHost({ home: home.path, platform: process.platform === 'win32' ? 'win32' : 'linux' });
    folder = join(home.path, 'project');
    mkdirSync(folder);
  });
  afterEach(() => {
    home.remove();
  });

  const plan = (target: InstructionTarget, words = text): Promise<FilePlan> =>
    planInstructions(target, words, folder, host);
  const removal = (target: InstructionTarget): Promise<FilePlan> => planInstructionsRemoval(target, folder, host);
  const fileOf = (target: InstructionTarget): string => join(folder, ...instructionPath(target).split('/'));

  it('match the golden files', async () => {
    for (const target of instructionTargets) {
      const { after } = await plan(target, instructionBlock);
      assertGolden(`instructions/${target}${target === 'claude-desktop' ? '.json' : '.md'}`, String(after));
    }
  });

  it('become empty again if they were empty, and are removed if BigMind created them', async () => {
    const file = put(join(folder, 'CLAUDE.md'), '');
    await carryOut(await plan('claude'), now);
    await carryOut(await removal('claude'), now);
    assert.equal(read(file), '');
    unlinkSync(file);
    await carryOut(await plan('claude'), now);
    await carryOut(await removal('claude'), now);
    assert.equal(existsSync(file), false);
  });

  it('are where the assistants read them', async () => {
    const places = await Promise.all(
      instructionTargets.map(async (target) => {
        const { file } = await plan(target);
        return [target, file.slice(home.path.length + 1).replaceAll(sep, posix.sep)];
      }),
    );
    assert.deepEqual(Object.fromEntries(places), {
      copilot: 'project/.github/copilot-instructions.md',
      agents: 'project/AGENTS.md',
      claude: 'project/CLAUDE.md',
      cursor: 'project/.cursor/rules/bigmind.mdc',
      jetbrains: 'project/.aiassistant/rules/bigmind.md',
      'claude-desktop': clientOf('claude-desktop')
        .file(host)
        .slice(home.path.length + 1)
        .replaceAll(sep, posix.sep),
    });
  });

  for (const target of instructionTargets) {
    it(`are created once for ${target} and removed again`, async () => {
      const first = await plan(target);
      assert.equal(first.change, 'create');
      assert.equal(existsSync(first.file), false);
      assert.deepEqual(await carryOut(first, now), { file: first.file, backup: null });
      assert.equal((await plan(target)).change, 'none');
      const last = await removal(target);
      assert.deepEqual([last.change, last.after], ['remove', undefined]);
      await carryOut(last, now);
      assert.equal(existsSync(first.file), false);
      assert.equal((await removal(target)).change, 'none');
    });
  }

  it('hold the block, and for Cursor the header that always applies the rule', async () => {
    await carryOut(await plan('agents'), now);
    assert.equal(read(fileOf('agents')), `${block}\n`);
    await carryOut(await plan('cursor'), now);
    assert.equal(
      read(fileOf('cursor')),
      `---\ndescription: How to use the BigMind memory\nalwaysApply: true\n---\n\n${block}\n`,
    );
  });

  it('keep the text of users byte for byte, without a backup next to them', async () => {
    for (const mine of ['# Mine\r\nCRLF\r\n', '\ufeff# Mine', '---\nalwaysApply: false\n---\nMy rule.\n']) {
      const file = put(fileOf('cursor'), mine);
      assert.deepEqual(await carryOut(await plan('cursor'), now), { file, backup: null });
      assert.ok(read(file).startsWith(mine));
      await carryOut(await plan('cursor', 'Other words.'), now);
      assert.match(read(file), /Other words\./u);
      await carryOut(await removal('cursor'), now);
      assert.equal(read(file), mine);
      assert.deepEqual(namesBeside(file), ['bigmind.mdc']);
    }
  });

  it('are left alone if they hold no block', async () => {
    put(fileOf('claude'), '');
    assert.equal((await removal('claude')).change, 'none');
  });

  it('reject a broken marker, a link that leads out of the project and a read-only file', async function () {
    put(fileOf('agents'), 'x\n<!-- BIGMIND:START -->\n');
    await assert.rejects(plan('agents'), refusal('invalid_input', /Line 2 of .*AGENTS\.md starts/u));
    if (process.platform === 'win32') return this.skip();
    symlinkSync(home.path, join(folder, '.github'));
    await assert.rejects(plan('copilot'), refusal('not_allowed', /\.github is a symbolic link/u));
    symlinkSync(join(home.path, 'elsewhere.md'), fileOf('claude'));
    await assert.rejects(plan('claude'), refusal('not_allowed', /CLAUDE\.md is a symbolic link/u));
    chmodSync(put(fileOf('cursor'), 'mine'), 0o444);
    await assert.rejects(plan('cursor'), refusal('not_allowed', /read-only/u));
    assert.equal(read(fileOf('cursor')), 'mine');
  });

  describe('of Claude Desktop', () => {
    const original = '{\n  "mcpServers": {\n    "a": { "command": "x" }\n  },\n  "instructions": "Be kind."\n}\n';

    it('are a key in its configuration, which keeps the text of the user', async () => {
      const file = put(clientOf('claude-desktop').file(host), original);
      const { backup } = await carryOut(await plan('claude-desktop'), now);
      assert.ok(backup);
      assert.deepEqual((JSON.parse(read(file)) as { instructions: string }).instructions, `Be kind.\n\n${block}`);
      assert.equal((await plan('claude-desktop')).change, 'none');
      await carryOut(await removal('claude-desktop'), now);
      assert.equal(read(file), original);
    });

    it('work with the server entry and without it', async () => {
      const client = clientOf('claude-desktop');
      await carryOut(await planConnection(client, aLaunch, host), now);
      const connected = read(client.file(host));
      await carryOut(await plan('claude-desktop'), now);
      assert.match(read(client.file(host)), /"instructions": "<!-- BIGMIND:START/u);
      await carryOut(await removal('claude-desktop'), now);
      assert.equal(read(client.file(host)), connected);
      await carryOut(await plan('claude-desktop'), now);
      await carryOut(await planDisconnection(client, host), now);
      assert.deepEqual(Object.keys(JSON.parse(read(client.file(host))) as object), ['mcpServers', 'instructions']);
    });

    it('are rejected if the key is not a string', async () => {
      put(clientOf('claude-desktop').file(host), '{"instructions": ["a"]}');
      await assert.rejects(plan('claude-desktop'), refusal('invalid_input', /"instructions" .* is not a string/u));
    });
  });
});
