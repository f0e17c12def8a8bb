/** Where Claude Code keeps what it remembers of a project. A real client reads it in test/realClients/claude.test.ts. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claudeMemoryFile } from '../../src/importers/claude-code/claudeFolders.ts';
import type { SourceHost } from '../../src/capture/sources/source.ts';

describe('the memory of Claude Code for a folder', () => {
  let place: string;
  let host: SourceHost;
  const inPlace = (...parts: string[]): string => {
    const folder = join(place, ...parts);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  beforeEach(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'bigmind claude ')));
    host = { platform: process.platform, home: inPlace('home'), env: {} };
  });
  afterEach(() => rmSync(place, { recursive: true }));

  it('is one file for a repository, its folders and its worktrees', () => {
    const projects = inPlace('home', '.claude', 'projects');
    const shop = inPlace('my shop');
    inPlace('my shop', '.git', 'worktrees', 'fix');
    writeFileSync(join(inPlace('fix'), '.git'), `gitdir: ${join(shop, '.git', 'worktrees', 'fix')}\n`);
    writeFileSync(join(shop, '.git', 'worktrees', 'fix', 'commondir'), '../..\n');
    const file = join(projects, shop.replace(/[^a-zA-Z0-9]/gu, '-'), 'memory', 'MEMORY.md');
    for (const folder of [shop, inPlace('my shop', 'src', 'cart'), join(place, 'fix')])
      assert.equal(claudeMemoryFile(folder, host), file, folder);
  });

  it('is below another folder of Claude Code, if the environment names one', () => {
    const chosen = inPlace('elsewhere');
    host.env = { CLAUDE_CONFIG_DIR: chosen };
    inPlace('elsewhere', 'projects');
    assert.ok(claudeMemoryFile(inPlace('shop'), host)?.startsWith(join(chosen, 'projects')));
  });

  it('is unknown where Claude Code was never used, and for a path whose name it would hash', () => {
    assert.equal(claudeMemoryFile(inPlace('shop'), host), undefined);
    inPlace('home', '.claude', 'projects');
    assert.equal(claudeMemoryFile(inPlace('a'.repeat(120), 'b'.repeat(120)), host), undefined);
  });
});
