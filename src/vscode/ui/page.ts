/**
 * The HTML around a bundle of the web UI. It may run that one script and load styles and fonts of the extension, and
 * nothing else, whatever a memory contains.
 */
import * as vscode from 'vscode';

/** The only folder from which a page may load files. */
export function pageResources(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

export function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri, bundle: string): string {
  const address = (file: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(pageResources(extensionUri), file)).toString();
  const nonce = crypto.randomUUID().replaceAll('-', '');
  const policy = [
    "default-src 'none'",
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `font-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language.replace(/[^\w-]/gu, '')}">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>BigMind</title>
    <link rel="stylesheet" href="${address('page.css')}" />
    <link rel="stylesheet" href="${address('codicon.css')}" id="vscode-codicon-stylesheet" nonce="${nonce}" />
  </head>
  <body>
    <script nonce="${nonce}" src="${address(`${bundle}.js`)}"></script>
  </body>
</html>`;
}
