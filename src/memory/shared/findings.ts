/**
 * What needs attention, and what to do about it or about an error. A remedy that a tool, a command or a setting carries
 * out is a code, because each reader has another way to it. The edges word the codes: `mcp/shared/remedyForModel.ts`,
 * `cli/shared/remedyInTerminal.ts`, `vscode/platform/notices.ts` and `webview/parts/domain/remedyOnPage.ts`.
 */
import type { RemedyCode } from './vocabulary.ts';

/** A string is one or more whole sentences in English that name no tool and no command. */
export type Remedy = string | { code: RemedyCode };

/** How an edge words a code: one or more whole sentences. */
export type WordRemedy = (code: RemedyCode) => string;

export function remedyText(remedy: Remedy, word: WordRemedy): string {
  return typeof remedy === 'string' ? remedy : word(remedy.code);
}

export interface Finding {
  status: 'ok' | 'warning' | 'problem';
  what: string;
  remedy?: Remedy;
  /** One line each, for what a person may want to look up. */
  details?: string[];
}

/** A finding as an edge shows it. */
export interface WordedFinding extends Finding {
  remedy?: string;
}

export function wordedFindings(findings: readonly Finding[], word: WordRemedy): WordedFinding[] {
  return findings.map(({ remedy, ...finding }) => ({
    ...finding,
    ...(remedy !== undefined && { remedy: remedyText(remedy, word) }),
  }));
}
