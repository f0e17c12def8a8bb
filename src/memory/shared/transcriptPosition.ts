/** A reader's position in a file, from which it continues once the file has grown. */
export interface TranscriptPosition {
  /** Bytes read, up to the end of a line. 0 is the start. */
  offset: number;
  /** The key of the last message before the position; null at the start. */
  lastKey: string | null;
}
