/**
 * Links that add the MCP server to a client with one click. VS Code takes the configuration as JSON
 * (code.visualstudio.com/api/extension-guides/ai/mcp), Cursor in Base64 (cursor.com/docs, MCP install links).
 */
const launch = { command: 'npx', args: ['-y', 'bigmind', 'mcp'] };

export function installLinks(): Record<'VS Code' | 'VS Code Insiders' | 'Cursor', string> {
  const config = encodeURIComponent(JSON.stringify({ name: 'bigmind', ...launch }));
  const base64 = encodeURIComponent(Buffer.from(JSON.stringify(launch)).toString('base64'));
  return {
    'VS Code': `vscode:mcp/install?${config}`,
    'VS Code Insiders': `vscode-insiders:mcp/install?${config}`,
    Cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=bigmind&config=${base64}`,
  };
}

/** As lines of Markdown. */
export function linksText(): string {
  return Object.entries(installLinks())
    .map(([client, link]) => `- [Add BigMind to ${client}](${link})\n`)
    .join('');
}
