/** What a person writes by themselves is told apart from what came through an assistant. */
import assert from 'node:assert/strict';
import { ownAgentName } from '../../src/memory/shared/identity.ts';
import { agentName, ownAgent } from '../../webview/parts/domain/agentName.ts';

describe('The name of whom a memory came through', () => {
  it('knows under which name BigMind writes for a person', () => {
    assert.equal(ownAgent, ownAgentName);
  });

  it('is the one that people know where an assistant names itself for programs', () => {
    assert.equal(agentName('claude-code'), 'Claude Code');
    assert.equal(agentName('copilot-cli'), 'Copilot CLI');
  });

  it('leaves the names of assistants as they are', () => {
    assert.equal(agentName('GitHub Copilot'), 'GitHub Copilot');
  });
});
