/**
 * Findings that need attention, and remedies for them and for errors. A remedy that a tool, command or setting carries
 * out is a code, because it has another name for each reader. The edges word the codes: `mcp/shared/remedyForModel.ts`,
 * `cli/shared/remedyInTerminal.ts`, `vscode/platform/errorText.ts` and `webview/parts/domain/remedyOnPage.ts`.
 */
import type { RemedyCode } from './vocabulary.ts';

/** A string is one or more complete English sentences that name no tool and no command. */
export type Remedy = string | { code: RemedyCode };

/** An edge's words for a code: one or more complete sentences. */
export type WordRemedy = (code: RemedyCode) => string;

export function remedyText(remedy: Remedy, word: WordRemedy): string {
  return typeof remedy === 'string' ? remedy : word(remedy.code);
}

export interface Finding {
  /** `off`: what the user did not turn on, which is neither well nor wrong. */
  status: 'ok' | 'off' | 'warning' | 'problem';
  what: string;
  remedy?: Remedy | undefined;
  /** One line each, for readers who want to look them up. */
  details?: string[];
}

/** A finding in an edge's words. */
export interface WordedFinding extends Finding {
  remedy?: string;
}

export function wordedFindings(findings: readonly Finding[], word: WordRemedy): WordedFinding[] {
  return findings.map(({ remedy, ...finding }) => ({
    ...finding,
    ...(remedy !== undefined && { remedy: remedyText(remedy, word) }),
  }));
}
