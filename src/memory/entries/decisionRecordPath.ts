/** The folders in which projects keep architecture decision records, and files there that are none. */
const record = /(?:^|\/)(?:adrs?|(?:architecture-)?decisions?|decision[-_]records?)\/(?:[^/]+\/)*[^/]+\.md$/iu;
const others = /(?:^|\/)(?:readme|index|template|[\w-]*[-_]template)\.md$/iu;

/** Whether the path of a file in a project, with forward slashes, is that of a decision record. */
export function isDecisionRecordPath(path: string): boolean {
  return record.test(path) && !others.test(path);
}
