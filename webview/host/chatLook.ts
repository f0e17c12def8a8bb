/**
 * Makes the page look as the chat around it: its colours, its language and its size. VS Code gives a page in the chat the
 * variables of every webview; other hosts give the colours of MCP Apps, which stand in for these here. What no host
 * says is as in a browser (`theme.css`).
 */
import { isCount, isObject, isText, oneOf, shape } from '../../src/protocol/shared/check.ts';

/** Pixels: enough for a list and what is opened in it, and not the whole chat. */
const defaultHeight = 600;

/** Our variable, and the host's that stands in for it. */
const standIns = {
  '--page-background': '--color-background-primary',
  '--vscode-font-family': '--font-sans',
  '--vscode-editor-font-family': '--font-mono',
  '--vscode-foreground': '--color-text-primary',
  '--vscode-icon-foreground': '--color-text-primary',
  '--vscode-sideBarSectionHeader-foreground': '--color-text-primary',
  '--vscode-descriptionForeground': '--color-text-secondary',
  '--vscode-disabledForeground': '--color-text-disabled',
  '--vscode-errorForeground': '--color-text-danger',
  '--vscode-textLink-foreground': '--color-text-info',
  '--vscode-focusBorder': '--color-ring-primary',
  '--vscode-widget-border': '--color-border-primary',
  '--vscode-panel-border': '--color-border-primary',
  '--vscode-input-border': '--color-border-primary',
  '--vscode-editorWidget-background': '--color-background-secondary',
  '--vscode-input-background': '--color-background-secondary',
  '--vscode-input-foreground': '--color-text-primary',
  '--vscode-list-hoverBackground': '--color-background-secondary',
  '--vscode-list-hoverForeground': '--color-text-primary',
  '--vscode-button-secondaryBackground': '--color-background-tertiary',
  '--vscode-button-secondaryForeground': '--color-text-primary',
  '--vscode-inputValidation-warningBackground': '--color-background-warning',
  '--vscode-inputValidation-warningBorder': '--color-border-warning',
  '--vscode-inputValidation-warningForeground': '--color-text-warning',
} as const;

const isTheme = shape({ theme: oneOf(['light', 'dark']) });
const isLocale = shape({ locale: isText });
const isStyled = shape({ styles: shape({ variables: isObject }) });
const hasDimensions = shape({ containerDimensions: isObject });

/** The context as the host tells it at first, or what of it has changed; what does not fit is passed over. */
export function takeOn(context: unknown): void {
  const page = document.documentElement;
  if (isLocale(context)) page.lang = context.locale;
  if (isInVsCode()) {
    // As its other pages: VS Code styles them whole, and the chat shines through, which a scheme of our own would prevent.
    page.style.colorScheme = 'normal';
    page.style.setProperty('--page-background', 'transparent');
    return;
  }
  if (isTheme(context)) page.style.colorScheme = context.theme;
  if (isStyled(context)) standInFor(context.styles.variables, page);
}

/** The height that the page asks for; undefined where the host has fixed one, or says nothing of its size. */
export function heightFor(context: unknown): number | undefined {
  if (!hasDimensions(context)) return undefined;
  const { height, maxHeight } = context.containerDimensions;
  if (height !== undefined) return undefined;
  return isCount(maxHeight) && maxHeight > 0 ? Math.min(defaultHeight, maxHeight) : defaultHeight;
}

/** VS Code marks the body of its pages with its theme, and gives them all variables by their own names. */
function isInVsCode(): boolean {
  return document.body.dataset['vscodeThemeKind'] !== undefined;
}

function standInFor(variables: Record<string, unknown>, page: HTMLElement): void {
  for (const [ours, theirs] of Object.entries(standIns)) {
    const value = variables[theirs];
    if (isText(value)) page.style.setProperty(ours, value);
  }
}
