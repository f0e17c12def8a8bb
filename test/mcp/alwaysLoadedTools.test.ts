/**
 * The tools that Claude Code loads at once, with the built program: how they are marked, and how its instructions name
 * them. The instructions for other clients do not.
 */
import assert from 'node:assert/strict';
import { serverInstructions } from '../../src/mcp/shared/instructions.ts';
import { openChat } from '../support/program.ts';
import { temporaryHome } from '../support/temporaryHome.ts';
import type { TemporaryHome } from '../support/temporaryHome.ts';

describe('the tools that Claude Code loads at once', () => {
  let home: TemporaryHome;
  beforeEach(() => {
    home = temporaryHome();
  });
  afterEach(() => {
    home.remove();
  });

  const listingFor = async (name: string, toolsets = 'core'): Promise<{ marked: string[]; instructions: string }> => {
    const chat = await openChat(home, { name, env: { BIGMIND_TOOLSETS: toolsets } });
    try {
      const { tools } = await chat.client.listTools();
      const marked = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true).map((tool) => tool.name);
      return { marked, instructions: chat.client.getInstructions() ?? '' };
    } finally {
      await chat.close();
    }
  };

  it('are four, and the instructions name them as Claude Code does', async () => {
    const { marked, instructions } = await listingFor('claude-code');
    assert.deepEqual(marked, ['memory_start_session', 'memory_end_session', 'memory_search', 'memory_store_fact']);
    const names = marked.map((name) => `mcp__bigmind__${name}`).join(', ');
    const note = `Already loaded: ${names}. Find the other tools with ToolSearch.`;
    assert.equal(instructions, `${serverInstructions}\n\n${note}`);
  });

  it('are not named if they are disabled, nor to another client', async () => {
    assert.equal((await listingFor('claude-code', 'journal')).instructions, serverInstructions);
    assert.equal((await listingFor('codex-mcp-client')).instructions, serverInstructions);
  });
});
