/**
 * Links that add the MCP server to a client with one click. VS Code takes the configuration as JSON
 * (code.visualstudio.com/api/extension-guides/ai/mcp), Cursor in Base64 (cursor.com/docs, MCP install links). GitHub and
 * the galleries show only https links, so each client's site forwards to the address that opens the client.
 */
// Without --prefer-offline, npx would ask npm's registry at each start (docs/decisions/0053).
const launch = { command: 'npx', args: ['-y', '--prefer-offline', 'bigmind', 'mcp'] };

interface InstallLink {
  client: 'VS Code' | 'VS Code Insiders' | 'Cursor';
  https: string;
  direct: string;
}

export function installLinks(): InstallLink[] {
  const config = encodeURIComponent(JSON.stringify(launch));
  const named = encodeURIComponent(JSON.stringify({ name: 'bigmind', ...launch }));
  const base64 = encodeURIComponent(Buffer.from(JSON.stringify(launch)).toString('base64'));
  const vscode = `https://insiders.vscode.dev/redirect/mcp/install?name=bigmind&config=${config}`;
  return [
    { client: 'VS Code', https: vscode, direct: `vscode:mcp/install?${named}` },
    { client: 'VS Code Insiders', https: `${vscode}&quality=insiders`, direct: `vscode-insiders:mcp/install?${named}` },
    {
      client: 'Cursor',
      https: `https://cursor.com/en/install-mcp?name=bigmind&config=${base64}`,
      direct: `cursor://anysphere.cursor-deeplink/mcp/install?name=bigmind&config=${base64}`,
    },
  ];
}

/** As Markdown. */
export function linksText(): string {
  const links = installLinks();
  const lines = links.map(({ client, https }) => `- [Add BigMind to ${client}](${https})\n`);
  return `${lines.join('')}\nOr open one of these addresses:\n\n\`\`\`text\n${links.map(({ direct }) => `${direct}\n`).join('')}\`\`\`\n`;
}
