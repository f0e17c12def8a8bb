/** A line of a memory file and what the parser should make of it. */
export interface LabelledNote {
  line: string;
  kind: 'decision' | 'problem' | 'learning' | 'progress' | 'rejected' | 'gotcha' | 'none';
  /** As written, without `because`. */
  reason?: string;
  /** What was not chosen. */
  alternatives?: string[];
  /** The package and the licence of a line that somebody wrote elsewhere. */
  from?: string;
}
