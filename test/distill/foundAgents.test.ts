/** Coding agents are found by their programs in the PATH; none is started. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { foundAgents } from '../../src/distill/foundAgents.ts';

describe('the coding agents of a machine', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'agents '));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const path = (): string => ['', join(folder, 'missing'), folder].join(delimiter);

  it('are those whose program is in a folder of the PATH', () => {
    for (const name of ['gemini', 'claude', 'other']) writeFileSync(join(folder, name), '');
    assert.deepEqual(foundAgents({ PATH: path() }, 'linux'), [
      { name: 'claude', title: 'Claude Code' },
      { name: 'gemini', title: 'Gemini CLI' },
    ]);
    assert.deepEqual(foundAgents({}, 'linux'), []);
  });

  it('have the endings of programs and scripts on Windows', () => {
    for (const name of ['claude.cmd', 'codex.exe', 'copilot']) writeFileSync(join(folder, name), '');
    assert.deepEqual(
      foundAgents({ Path: path() }, 'win32').map(({ name }) => name),
      ['claude', 'codex'],
    );
  });
});
