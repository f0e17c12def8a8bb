/**
 * Makes the page look like the chat around it: its colors, its language and its size. VS Code gives a page in the chat
 * the variables of every webview. Other hosts provide the colors of MCP Apps, which replace them here. Anything that
 * the host does not specify is as in a browser (`theme.css`).
 */
import { isCount, isObject, isText, oneOf, shape } from '../../src/protocol/shared/check.ts';

/** Pixels: enough for a list and an opened item, but not the whole chat. */
const defaultHeight = 600;

/** Our variable, and the host's variable that replaces it. */
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

/** Applies the initial context of the host, or a change of it; invalid parts are ignored. */
export function takeOn(context: unknown): void {
  const page = document.documentElement;
  if (isLocale(context)) page.lang = context.locale;
  if (isInVsCode()) {
    // As in its other pages: VS Code styles them completely, and the chat shows through, which our own color scheme
    // would prevent.
    page.style.colorScheme = 'normal';
    page.style.setProperty('--page-background', 'transparent');
    return;
  }
  if (isTheme(context)) page.style.colorScheme = context.theme;
  if (isStyled(context)) standInFor(context.styles.variables, page);
}

/** The height that the page requests; undefined if the host has fixed one, or gives no dimensions. */
export function heightFor(context: unknown): number | undefined {
  if (!hasDimensions(context)) return undefined;
  const { height, maxHeight } = context.containerDimensions;
  if (height !== undefined) return undefined;
  return isCount(maxHeight) && maxHeight > 0 ? Math.min(defaultHeight, maxHeight) : defaultHeight;
}

/** VS Code marks the body of its pages with its theme, and sets all variables under their own names. */
function isInVsCode(): boolean {
  return document.body.dataset['vscodeThemeKind'] !== undefined;
}

function standInFor(variables: Record<string, unknown>, page: HTMLElement): void {
  for (const [ours, theirs] of Object.entries(standIns)) {
    const value = variables[theirs];
    if (isText(value)) page.style.setProperty(ours, value);
  }
}
