/** The part of markdown-it that the site uses; the package has no types. */
declare module 'markdown-it' {
  export interface Token {
    type: string;
    tag: string;
    content: string;
    children: Token[] | null;
    /** A hidden token is not rendered. */
    hidden: boolean;
    attrGet(name: string): string | null;
    attrSet(name: string, value: string): void;
  }

  export type RenderRule = (tokens: Token[], index: number) => string;

  class MarkdownIt {
    constructor(options: { html: boolean; linkify: boolean; typographer: boolean });
    readonly options: object;
    readonly renderer: {
      rules: Record<string, RenderRule | undefined>;
      render(tokens: Token[], options: object, environment: object): string;
    };
    readonly utils: { escapeHtml(text: string): string };
    parse(markdown: string, environment: object): Token[];
  }
  export { MarkdownIt as default };
}
