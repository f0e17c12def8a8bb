/**
 * The results that were opened from the search, each with its query. "Explain Search Result" explains a result as it
 * was found then, not as the same query would find it now. VS Code receives the pages that can be explained and offers
 * the command on them.
 */
import * as vscode from 'vscode';
import type { MemoryRef } from '../../memory/shared/memoryRef.ts';
import type { SearchResult } from '../../search/explanation/searchResult.ts';

export interface FoundResult {
  question: string;
  result: SearchResult;
}

/** The context key with the paths of the pages; the manifest uses it to offer the command in an editor's title. */
const contextKey = 'bigmind.resultPages';
const maxKept = 50;

export class OpenedResults {
  readonly #byPage = new Map<string, FoundResult>();

  add(page: vscode.Uri, found: FoundResult): void {
    this.#byPage.delete(page.path);
    this.#byPage.set(page.path, found);
    for (const path of [...this.#byPage.keys()].slice(0, -maxKept)) this.#byPage.delete(path);
    void vscode.commands.executeCommand('setContext', contextKey, [...this.#byPage.keys()]);
  }

  /** The result that a page shows; undefined for any other page. */
  on(page: vscode.Uri | undefined): FoundResult | undefined {
    return page === undefined ? undefined : this.#byPage.get(page.path);
  }

  /** The result opened last; with `ref`, the last one that matches it. */
  last(ref: Partial<MemoryRef> = {}): FoundResult | undefined {
    return [...this.#byPage.values()].findLast(({ result }) => isNamed(result, ref));
  }
}

export function isNamed(result: MemoryRef, { kind, id }: Partial<MemoryRef>): boolean {
  return (kind === undefined || result.kind === kind) && (id === undefined || result.id === id);
}
