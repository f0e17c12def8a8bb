/** Folders of one project become one when a window has opened: a notice says so, and its undo lasts. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectRef } from '../../src/memory/shared/identity.ts';
import type { Log } from '../../src/vscode/platform/log.ts';
import { MemoryAccess } from '../../src/vscode/platform/memoryAccess.ts';
import type { NextStep, Notices } from '../../src/vscode/platform/notices.ts';
import { joinProjects } from '../../src/vscode/services/projectJoins.ts';
import { openSeparateMemory } from './separateMemory.ts';

describe('the folders of one project', () => {
  let home: string;
  let access: MemoryAccess;
  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'bigmind joins '));
    const { source } = await openSeparateMemory(home, 'ada');
    const nothing = (): undefined => undefined;
    access = new MemoryAccess(() => source, { debug: nothing, info: nothing, warn: nothing } as unknown as Log);
  });
  afterEach(() => {
    access.dispose();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('become one with a notice, and stay apart once its undo was chosen', async () => {
    const shop: ProjectRef = { key: '/projects/shop', name: 'shop' };
    await access.use(async ({ memory, caller }) => {
      const { username } = caller.user;
      for (const key of [shop.key, '/projects/side']) {
        const agent = { name: 'codex', version: null };
        const there = { username, agent, project: { key, name: key }, conversationId: null };
        const fact = { category: 'codebase', fact: `The harbor of ${key} has nine cranes.` };
        await memory.facts.store(await memory.identities.resolve(there), fact);
      }
    });
    const notified: { text: string; steps: readonly NextStep[] }[] = [];
    const notices = {
      unasked: (text: string, steps: readonly NextStep[]) => notified.push({ text, steps }),
      done: () => undefined,
    } as unknown as Notices;
    const services = { access, notices };
    const refOf = (key: string): ProjectRef => (key === '/projects/side' ? shop : { key, name: key });
    const projects = (): Promise<number> =>
      access.use(async ({ memory, caller }) => (await memory.identities.joinable(caller, refOf)).length);
    await joinProjects(services, refOf);
    assert.equal(await projects(), 0);
    assert.deepEqual(
      notified.map(({ text, steps }) => [text, steps.map(({ label }) => label)]),
      [['The memories of /projects/side now belong to the project /projects/shop, whose folder it is.', ['Undo']]],
    );
    await notified[0]?.steps[0]?.run();
    assert.equal(await projects(), 1);
    await joinProjects(services, refOf);
    assert.equal(await projects(), 1, 'It was taken apart.');
  });
});
