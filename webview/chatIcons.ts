/**
 * The icons of the page in a chat. A chat lets a page load no external style sheet and no font, so the document brings
 * both (`src/http/chatHtml.ts`). The font is registered from bytes, which no policy has to allow, and the icons share
 * their classes as one style sheet. Call it before anything is rendered.
 */
import { VscodeIcon } from '@vscode-elements/elements/dist/vscode-icon/vscode-icon.js';
import { unsafeCSS } from 'lit';

/** Null outside a chat. */
export function iconsOfChat(): HTMLTemplateElement | null {
  return document.querySelector<HTMLTemplateElement>('template#bigmind-icons');
}

export function bringIcons({ dataset, content }: HTMLTemplateElement): void {
  const font = Uint8Array.from(atob(dataset['font'] ?? ''), (character) => character.charCodeAt(0));
  document.fonts.add(new FontFace('codicon', font));
  const withoutFont = content.textContent.replace(/@font-face\s*\{[^}]*\}/u, '');
  VscodeIcon.elementStyles.push(unsafeCSS(withoutFont));
}
