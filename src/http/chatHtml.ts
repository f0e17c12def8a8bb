/**
 * The page for a chat as one HTML document, because a chat lets it load nothing: the same bundle as in VS Code and in a
 * browser, with styles and icons. Its policy allows only this script, by hash, and our own styles, and no address to
 * load from or send to. The chat's own policy applies in addition. `webview/chatIcons.ts` reads the icons.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** `folder` has the files of the page. Rejects with the error of the file system if one is missing. */
export async function chatHtml(folder: string): Promise<string> {
  const [script = '', theme = '', page = '', icons = ''] = await Promise.all(
    ['page.js', 'theme.css', 'page.css', 'codicon.css'].map((name) => readFile(join(folder, name), 'utf8')),
  );
  const font = await readFile(join(folder, 'codicon.ttf'), 'base64');
  const inline = script.replace(/\n\/\/# sourceMappingURL=\S*/u, '').replaceAll('</script', '<\\/script');
  const hash = createHash('sha256').update(inline).digest('base64');
  return `<!DOCTYPE html>
<html>
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-${hash}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>BigMind</title>
    <style id="vscode-codicon-stylesheet">${theme}${page}</style>
  </head>
  <body>
    <template id="bigmind-icons" data-font="${font}">${icons}</template>
    <script type="module">${inline}</script>
  </body>
</html>
`;
}
