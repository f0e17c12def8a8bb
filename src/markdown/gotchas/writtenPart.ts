/** Where the text of a statement is in its lines, which may have emphasis that its reader leaves out. */

/** The lines, as one, with another text. The emphasis stays in what stays: the whole text, or `title`, its beginning. */
export type ReplaceText = (text: string, title: string) => string;

const marks = ['**', '__', '~~'];
/** Emphasis, and spaces behind a space, which a reader leaves out. */
const leftOut = /\*\*|__|~~|(?<=\s)\s+/gu;

/** `text` is what a reader made of `whole`. Undefined if it is not in it, or if a mark in it may be no emphasis. */
export function writtenPart(whole: string, text: string): ReplaceText | undefined {
  const { plain, places } = asRead(whole);
  // A label before it can begin with the same word.
  const found = text === '' ? -1 : plain.lastIndexOf(text);
  if (found === -1) return undefined;
  const first = places[found] ?? 0;
  /** Where the first `length` characters of the text may end: before the marks behind them, or behind those. */
  const endsOf = (length: number): number[] => {
    const end = (places[found + length - 1] ?? 0) + 1;
    return [end, end + (/^(?:\*\*|__|~~)+/u.exec(whole.slice(end))?.[0].length ?? 0)];
  };
  const starts = [first, first - (/(?:\*\*|__|~~)+$/u.exec(whole.slice(0, first))?.[0].length ?? 0)];
  const own = starts
    .flatMap((start) => endsOf(text.length).map((end) => ({ start, end })))
    .find(({ start, end }) => isClosed(whole.slice(start, end)) && isClosed(whole.slice(0, start) + whole.slice(end)));
  if (own === undefined || hasMarkInCode(whole.slice(own.start, own.end))) return undefined;
  return (next, title) => {
    const kept = [text, title].find((one) => one !== '' && text.startsWith(one) && next.startsWith(one)) ?? '';
    const end = kept === '' ? undefined : endsOf(kept.length).find((one) => isClosed(whole.slice(own.start, one)));
    const begin = end === undefined ? next : whole.slice(own.start, end) + next.slice(kept.length);
    return whole.slice(0, own.start) + begin + whole.slice(own.end);
  };
}

/** What a reader makes of `whole`, with the place of each character in it. */
function asRead(whole: string): { plain: string; places: number[] } {
  const places: number[] = [];
  let [plain, at] = ['', 0];
  const takeUntil = (end: number): void => {
    for (; at < end; at += 1) {
      plain += whole.charAt(at);
      places.push(at);
    }
  };
  for (const { index, 0: mark } of whole.matchAll(leftOut)) {
    takeUntil(index);
    at += mark.length;
  }
  takeUntil(whole.length);
  return { plain, places };
}

/** Whether each mark of emphasis is there in pairs. */
function isClosed(text: string): boolean {
  return marks.every((mark) => text.split(mark).length % 2 === 1);
}

function hasMarkInCode(text: string): boolean {
  return text.split('`').some((part, place) => place % 2 === 1 && marks.some((mark) => part.includes(mark)));
}
