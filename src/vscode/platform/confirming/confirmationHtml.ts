/**
 * The page on which a user reads what would happen and confirms or cancels. It contains our own text around memories,
 * in the few Markdown constructs that our previews use. Everything else is shown as written, so that no part of a
 * memory becomes an element, a link or a script.
 */
import { visible } from '../../../memory/trust/quoting.ts';
import type { Confirmation } from './confirmations.ts';

interface ConfirmationText {
  language: string;
  /** Headings, paragraphs, lists and `code`. */
  markdown: string;
  question: string;
  /** The labels of the two buttons. */
  yes: string;
  no: string;
  undo: Confirmation['undo'];
}

/** `nonce` consists of letters and digits. */
export function confirmationHtml(text: ConfirmationText, nonce: string): string {
  const { language, markdown, question, yes, no, undo } = text;
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${language.replace(/[^\w-]/gu, '')}">
  <head>
    <meta charset="UTF-8" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>BigMind</title>
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
    <header role="group" aria-labelledby="question">
      <p id="question" tabindex="-1">${escaped(question)}</p>
      <button id="yes" class="${undo === 'none' ? 'dangerous' : ''}">${escaped(yes)}</button>
      <button id="no">${escaped(no)}</button>
    </header>
    <main>${elementsOf(markdown)}</main>
    <script nonce="${nonce}">${script}</script>
  </body>
</html>`;
}

/**
 * The focus starts on the question, so that a stray Enter confirms nothing. VS Code discards a tab's page while another
 * tab covers it and keeps only the value of `setState`, from which the scroll position is restored.
 */
const script = `
const host = acquireVsCodeApi();
const answer = (yes) => host.postMessage({ type: 'answered', yes });
document.getElementById('yes').addEventListener('click', () => answer(true));
document.getElementById('no').addEventListener('click', () => answer(false));
document.addEventListener('keydown', (event) => event.key === 'Escape' && answer(false));
document.getElementById('question').focus({ preventScroll: true });
scrollTo(0, host.getState()?.top ?? 0);
document.addEventListener('scroll', () => host.setState({ top: scrollY }));
`;

/** The buttons stay above the text, because VS Code's notifications cover the bottom of the page. */
const style = `
body { margin: 0; padding: 0; color: var(--vscode-foreground); font: var(--vscode-font-size) / 1.5 var(--vscode-font-family); }
header { position: sticky; top: 0; padding: 16px 24px; background: var(--vscode-editor-background); border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent)); }
main { padding: 0 24px 24px; overflow-wrap: anywhere; }
main > *, #question { max-width: 56rem; }
#question { margin: 0 0 8px; font-weight: 600; outline: none; overflow-wrap: anywhere; }
h1 { font-size: 1.5em; font-weight: 600; margin: 20px 0 12px; }
h2 { font-size: 1.15em; font-weight: 600; margin: 20px 0 8px; }
p, ul { margin: 8px 0; }
ul { padding-left: 20px; }
li.below { margin-left: 20px; list-style-type: circle; }
code { font-family: var(--vscode-editor-font-family); }
button { font: inherit; margin-right: 4px; padding: 4px 14px; cursor: pointer; border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent)); border-radius: 4px; color: var(--vscode-button-foreground); background: var(--vscode-button-background); }
button:hover { background: var(--vscode-button-hoverBackground); }
#yes.dangerous { border-color: var(--vscode-contrastBorder, transparent); color: var(--vscode-statusBarItem-errorForeground, #fff); background: var(--vscode-statusBarItem-errorBackground, #c72e0f); }
#no { border-color: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent)); color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); }
#no:hover { background: var(--vscode-button-secondaryHoverBackground); }
button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
`;

function elementsOf(markdown: string): string {
  const blocks = markdown.split(/\n{2,}/u).flatMap(blocksOf);
  return blocks.join('\n');
}

/** One block, or several if no blank line separates a heading or a list. */
function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let items: string[] = [];
  const endList = (): void => {
    if (items.length > 0) blocks.push(`<ul>${items.join('')}</ul>`);
    items = [];
  };
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, indent, item] = /^( *)- (.*)$/u.exec(line) ?? [];
    if (item !== undefined) {
      items.push(`<li${indent === '' ? '' : ' class="below"'}>${inline(item)}</li>`);
      continue;
    }
    endList();
    const [, sign = '', rest = ''] = /^(#{1,2}) (.*)$/u.exec(line) ?? [];
    if (sign === '') blocks.push(`<p>${inline(line)}</p>`);
    else blocks.push(`<h${String(sign.length)}>${inline(rest)}</h${String(sign.length)}>`);
  }
  endList();
  return blocks;
}

/** Removes the backslash that `quotedLine` puts before a pipe for tables; other backslashes are part of a path. */
function inline(line: string): string {
  return escaped(line)
    .replaceAll('\\|', '|')
    .replace(/`([^`]+)`/gu, '<code>$1</code>');
}

/** Removes invisible characters and bidirectional controls, because they could make one name look like another. */
function escaped(text: string): string {
  return visible(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
