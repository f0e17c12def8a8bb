/**
 * The icons of the page in a chat. A chat lets a page load no external style sheet and no font, so both are part of the
 * program. The font is registered from bytes, which no policy has to allow, and the icons share their classes as one
 * style sheet. Call it before anything is rendered.
 */
import font from '@vscode/codicons/dist/codicon.ttf';
import classes from '@vscode/codicons/dist/codicon.css';
import { VscodeIcon } from '@vscode-elements/elements/dist/vscode-icon/vscode-icon.js';
import { unsafeCSS } from 'lit';

export function bringIcons(): void {
  document.fonts.add(new FontFace('codicon', font));
  const withoutFont = classes.replace(/@font-face\s*\{[^}]*\}/u, '');
  VscodeIcon.elementStyles.push(unsafeCSS(withoutFont));
}
