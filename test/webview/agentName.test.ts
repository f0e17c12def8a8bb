/** Memories that users write themselves are distinguished from those written through an assistant. */
import assert from 'node:assert/strict';
import { ownAgentName } from '../../src/memory/shared/identity.ts';
import { clientIds, clientOf } from '../../src/clients/shared/clients.ts';
import { agentName, ownAgent } from '../../webview/parts/domain/agentName.ts';
import { authorName } from '../../webview/views/knowledge/entries/entry.ts';

describe('the agent name of a memory', () => {
  before(() =>
    Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang: 'en' } }, configurable: true }),
  );
  after(() => Reflect.deleteProperty(globalThis, 'document'));

  it('matches the name under which BigMind writes for a user', () => {
    assert.equal(ownAgent, ownAgentName);
  });

  it('is the product name of an assistant with a technical name', () => {
    assert.equal(agentName('claude-code'), 'Claude Code');
    assert.equal(agentName('copilot-cli'), 'Copilot CLI');
  });

  it('is the title of every client that BigMind can connect to', () => {
    for (const id of clientIds) assert.equal(agentName(id), clientOf(id).title);
  });

  it('appears next to the author of an entry, unless the author used no assistant', () => {
    assert.equal(authorName('jonas', 'claude-code'), 'jonas with Claude Code');
    assert.equal(authorName(null, 'cursor'), 'Cursor');
    assert.equal(authorName('jonas', ownAgent), 'jonas');
  });

  it('is unchanged if it is already a product name', () => {
    assert.equal(agentName('GitHub Copilot'), 'GitHub Copilot');
  });
});
