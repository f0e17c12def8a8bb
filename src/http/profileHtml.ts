/**
 * The HTML around the profile's bundle, and its content security policy: only that script, our own styles and font,
 * and requests to our own server. It contains no memories; those are sent as JSON.
 */

/** `nonce` is new for each page and consists of letters, digits and hyphens. */
export function profilePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export function profileHtml(nonce: string): string {
  return `<!DOCTYPE html>
<html>
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>BigMind</title>
    <link rel="stylesheet" href="/theme.css" />
    <link rel="stylesheet" href="/page.css" />
    <link rel="stylesheet" href="/codicon.css" id="vscode-codicon-stylesheet" nonce="${nonce}" />
  </head>
  <body>
    <noscript>BigMind needs JavaScript to show your memory.</noscript>
    <script nonce="${nonce}" src="/page.js"></script>
  </body>
</html>
`;
}
