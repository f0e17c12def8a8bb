/** The details that replace those of a known decision: all that can be changed is changed, and undone at once. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Caller } from '../../src/memory/shared/identity.ts';
import { storeDetails } from '../../src/vscode/commands/decisions/completeDecision.ts';
import { MemoryAccess } from '../../src/vscode/platform/memoryAccess.ts';
import type { NextStep } from '../../src/vscode/platform/notices.ts';
import type { Services } from '../../src/vscode/services/host.ts';
import { openTestMemory, type TestMemory } from '../support/memory.ts';

describe('the details of a decision', () => {
  const log = vscode.window.createOutputChannel('BigMind detail tests', { log: true });
  after(() => log.dispose());

  let opened: TestMemory;
  let caller: Caller;
  let access: MemoryAccess;
  let steps: readonly NextStep[];
  let services: Services;
  beforeEach(async () => {
    opened = openTestMemory();
    const project = { key: '/home/ada/harbour', name: 'harbour' };
    caller = { ...(await opened.caller({ project })), origin: 'person' };
    const visitor = { username: 'ada', agent: { name: 'tests', version: '1' }, project, conversationId: null };
    access = new MemoryAccess(
      () => ({
        location: 'here',
        open: () => Promise.resolve(opened),
        visitor: () => Promise.resolve({ ...visitor, origin: 'person' as const }),
      }),
      log,
    );
    const notices = { done: (_message: string, ...offered: readonly NextStep[]) => (steps = offered) };
    services = { access, notices } as unknown as Services;
  });
  afterEach(() => access.dispose());

  it('include the tags, take the proposal out of the inbox, and are undone together', async () => {
    const { decisions, facts, chunks } = opened.memory;
    const input = { title: 'Moor at the west quay', decidedBy: 'Ada', rationale: 'It is deep.', tags: ['quay'] };
    const { fact } = await decisions.save(caller, input);
    const content = 'We decided to moor at the west quay because it is sheltered.';
    const { chunk } = await chunks.append(caller, { role: 'user', content, flagReason: 'decision, kept by rule' });
    const seen = async (): Promise<unknown> => {
      const { decision, tags } = await facts.own(caller, fact.id, 'edit');
      return [decision?.rationale, tags, (await decisions.drafts(caller, 'all', 1)).total];
    };
    assert.deepEqual(await seen(), ['It is deep.', ['quay'], 1]);
    const details = { rationale: 'It is sheltered.', decidedBy: 'Ada', alternatives: [], tags: ['mooring'] };
    const answer = await storeDetails(services, fact.id, { ...details, chunkId: chunk.id });
    assert.deepEqual(answer, { status: 'changed', id: fact.id });
    assert.deepEqual(await seen(), ['It is sheltered.', ['mooring'], 0]);
    await steps[0]?.run();
    assert.deepEqual(await seen(), ['It is deep.', ['quay'], 1]);
  });
});
