/** What a person writes by themselves is told apart from what came through an assistant. */
import assert from 'node:assert/strict';
import { ownAgentName } from '../../src/memory/shared/identity.ts';
import { clientIds, clientOf } from '../../src/clients/shared/clients.ts';
import { agentName, ownAgent } from '../../webview/parts/domain/agentName.ts';
import { authorName } from '../../webview/views/knowledge/entries/entry.ts';

describe('The name of whom a memory came through', () => {
  before(() =>
    Object.defineProperty(globalThis, 'document', { value: { documentElement: { lang: 'en' } }, configurable: true }),
  );
  after(() => Reflect.deleteProperty(globalThis, 'document'));

  it('knows under which name BigMind writes for a person', () => {
    assert.equal(ownAgent, ownAgentName);
  });

  it('is the one that people know where an assistant names itself for programs', () => {
    assert.equal(agentName('claude-code'), 'Claude Code');
    assert.equal(agentName('copilot-cli'), 'Copilot CLI');
  });

  it('is the title of a client that BigMind can be connected to', () => {
    for (const id of clientIds) assert.equal(agentName(id), clientOf(id).title);
  });

  it('is the same beside the author of an entry, and left out where nobody but the author wrote', () => {
    assert.equal(authorName('jonas', 'claude-code'), 'jonas with Claude Code');
    assert.equal(authorName(null, 'cursor'), 'Cursor');
    assert.equal(authorName('jonas', ownAgent), 'jonas');
  });

  it('leaves the names of assistants as they are', () => {
    assert.equal(agentName('GitHub Copilot'), 'GitHub Copilot');
  });
});
