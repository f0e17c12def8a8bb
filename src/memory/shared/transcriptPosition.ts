/** Where a reader stands in a file: it can go on from there later, when the file has grown. */
export interface TranscriptPosition {
  /** Bytes read, up to the end of a line. 0 is the beginning. */
  offset: number;
  /** The key of the last message before it; null at the beginning. */
  lastKey: string | null;
}
