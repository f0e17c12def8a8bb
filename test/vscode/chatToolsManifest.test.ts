/** package.json contributes the core tools as tools of VS Code's chat; `UPDATE_GOLDEN=1` writes them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Tool } from '../../src/mcp/shared/tool.ts';
import { coreTools } from '../../src/mcp/tools/coreTools.ts';
import { toolsets } from '../../src/mcp/tools/toolsets.ts';

const root = resolve(import.meta.dirname, '../..');
const file = join(root, 'package.json');

interface Manifest {
  contributes: { languageModelTools: unknown; mcpServerDefinitionProviders: { when: string }[] };
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(file, 'utf8')) as Manifest;
}

/** The names that a prompt refers to are those of the MCP server's tools. */
function contributed({ name, description, inputSchema }: Tool): Record<string, unknown> {
  return {
    name: `bigmind_${name}`,
    displayName: `%tool.${name}.name%`,
    userDescription: `%tool.${name}.description%`,
    modelDescription: description,
    toolReferenceName: name,
    canBeReferencedInPrompt: true,
    icon: '$(book)',
    when: 'bigmind.browserHost && config.bigmind.mcp.enabled',
    inputSchema,
  };
}

describe('the tools in package.json', () => {
  it('match the toolset core', () => {
    const manifest = readManifest();
    const wanted = coreTools.map(contributed);
    if (process.env['UPDATE_GOLDEN'] === '1') {
      manifest.contributes.languageModelTools = wanted;
      writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
    }
    assert.deepEqual(manifest.contributes.languageModelTools, wanted, 'run this test with UPDATE_GOLDEN=1');
    assert.deepEqual(coreTools, toolsets.core);
  });

  it('are offered only where the MCP server is not', () => {
    const [server] = readManifest().contributes.mcpServerDefinitionProviders;
    assert.equal(server?.when, 'config.bigmind.mcp.enabled && !bigmind.browserHost');
  });

  it('have names that VS Code accepts', () => {
    for (const { name } of coreTools.map(contributed)) {
      assert.match(String(name), /^(?!copilot_|vscode_)[\w-]+$/u);
    }
  });

  it('have the titles of the MCP server in English', () => {
    const words = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Record<string, string>;
    for (const { name, title } of coreTools) assert.equal(words[`tool.${name}.name`], title);
  });
});
