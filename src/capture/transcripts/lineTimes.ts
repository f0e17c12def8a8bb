/** The times in a part of a transcript that has one JSON value per line. */
import { fieldsFrom, timeFrom } from './fields.ts';

/** Times of complete lines, in their order. */
export function lineTimes(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    // Skips parsing of lines that cannot match.
    if (!line.includes('"timestamp"')) return [];
    try {
      return timeFrom(fieldsFrom(JSON.parse(line))['timestamp']) ?? [];
    } catch {
      // A line that the border of the range cuts off.
      return [];
    }
  });
}
