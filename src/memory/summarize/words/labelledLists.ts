/**
 * Finds the items below a label such as `**Next steps:**` or `## TODO`, or on its line. Code, quotations and tables are
 * skipped, and so are details below an item. No pattern has unbounded repetition, so no text makes it slow.
 */
const fence = /^[ \t>]{0,12}(?:`{3,}|~{3,})/u;
const otherAuthor = /^\s{0,12}[>|]/u;
/** A heading, a line in bold, or text before a colon; `rest` is what follows the colon on the line. */
const labelLine =
  /^\s{0,3}(?:[-*+•]\s{1,4}|\d{1,2}[.)]\s{1,4})?(?<heading>#{1,6}\s{1,4})?(?:\p{Extended_Pictographic}\ufe0f?\s{0,3})?(?<bold>\*\*|__)?(?<label>[^:：*_\n]{1,60})(?:\*\*|__)?(?:\s?(?<colon>[:：])(?:\*\*|__)?\s{0,4}(?<rest>\S.{0,2000})?)?\s{0,4}$/u;
const bullet = /^(?<indent>\s{0,12})(?:[-*+•]|\d{1,2}[.)、])\s{0,4}(?:\[(?<box>.)\]\s{1,4})?(?<item>\S.{0,2000})$/u;
const maxLines = 2_000;

export interface ListLabel {
  /** Without emphasis and colon. */
  text: string;
  /** Whether it is a heading, in bold, or alone on its line; otherwise it may be the first words of a sentence. */
  isProminent: boolean;
}

/** In order, without bullets and emphasis. Items that are ticked or struck through are left out. */
export function labelledItems(text: string, isLabel: (label: ListLabel) => boolean): string[] {
  const lines = ownLines(text);
  return lines.flatMap((line, place) => {
    const rest = restAfterLabel(line, isLabel);
    if (rest === undefined) return [];
    return (rest === '' ? itemsBelow(lines.slice(place + 1)) : rest.split(/[;；]/u)).flatMap(itemFrom);
  });
}

/** Lines of another author become undefined, which ends a list. */
function ownLines(text: string): (string | undefined)[] {
  let isFenced = false;
  return text
    .split(/\r?\n/u)
    .slice(-maxLines)
    .map((line) => {
      const isFence = fence.test(line);
      if (isFence) isFenced = !isFenced;
      return isFence || isFenced || otherAuthor.test(line) ? undefined : line;
    });
}

/** Empty if the items are below the line; undefined for a line without such a label. */
function restAfterLabel(line: string | undefined, isLabel: (label: ListLabel) => boolean): string | undefined {
  const { heading, bold, label, colon, rest = '' } = labelLine.exec(line ?? '')?.groups ?? {};
  const isEmphasized = (heading ?? bold) !== undefined;
  if (label === undefined || !(isEmphasized || colon !== undefined)) return undefined;
  return isLabel({ text: label.trim(), isProminent: isEmphasized || rest === '' }) ? rest : undefined;
}

/** The items of the list that follows at once or after an empty line. */
function itemsBelow(lines: readonly (string | undefined)[]): string[] {
  const items: string[] = [];
  let outermost: number | undefined;
  for (const line of lines) {
    if (line === undefined) break;
    if (line.trim() === '') continue;
    const { indent = '', box = ' ', item } = bullet.exec(line)?.groups ?? {};
    if (item === undefined) {
      // An indented line continues the item above it.
      if (outermost !== undefined && /^\s{2}/u.test(line)) continue;
      break;
    }
    outermost ??= indent.length;
    if (indent.length > outermost + 1) continue;
    if (box === ' ') items.push(item);
  }
  return items;
}

function itemFrom(written: string): string[] {
  if (/^~~.{0,2000}~~\W{0,3}$/u.test(written.trim())) return [];
  const item = written.replace(/\*\*|__|~~/gu, '').trim();
  return item === '' ? [] : [item];
}
