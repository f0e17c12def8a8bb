/** Splits a conversation that a program wrote as Markdown, with a line that begins each turn. */
const fence = /^ {0,3}(?<ticks>`{3,}|~{3,})(?<info>.*)$/u;

/**
 * The lines that begin a turn. A marker inside a code block is part of a message, unless the block is never closed:
 * neither before the end of the file nor before a marker below a rule. Where a program writes each turn below a rule, other
 * lines like a marker are text.
 */
export function turnMarkers(
  lines: readonly string[],
  marker: RegExp,
  place: 'anywhere' | 'below rules' = 'anywhere',
): number[] {
  const marked: number[] = [];
  let open: string | undefined;
  /** Markers within the open block. */
  let within: number[] = [];
  /** The open block contains turns that the message quotes. */
  let isQuotation = false;
  for (const [at, line] of lines.entries()) {
    open = fenceAfter(open, line);
    if (open === undefined) {
      within = [];
      isQuotation = false;
    }
    if (!marker.test(line.trimEnd())) continue;
    const isBelow = isBelowRule(lines, at);
    if (place === 'below rules' && !isBelow) continue;
    within.push(at);
    const isTurn = open === undefined || isBelow;
    if (open !== undefined && isTurn) isQuotation ||= isQuoted(lines, at, open, marker);
    if (!isTurn || isQuotation) continue;
    marked.push(...within);
    within = [];
    open = undefined;
  }
  return [...marked, ...within];
}

/** The fence of the code block that is open after a line; undefined if none is. */
function fenceAfter(open: string | undefined, line: string): string | undefined {
  const { ticks, info } = fence.exec(line)?.groups ?? {};
  if (ticks === undefined) return open;
  if (open === undefined) return ticks;
  return ticks.startsWith(open) && info?.trim() === '' ? undefined : open;
}

function isBelowRule(lines: readonly string[], at: number): boolean {
  let above = at - 1;
  while (above > 0 && lines[above]?.trim() === '') above -= 1;
  return lines[above]?.trimEnd() === '---';
}

/** Lines below a marker that are read to find the end of its code block. */
const maxAhead = 5_000;

/**
 * Whether a marker below a rule is part of a code block: the turn in which the block ends would have an unclosed block
 * if this marker began a turn. A fence of three characters is decided by the first turn with a fence; a longer one is
 * written around others.
 */
function isQuoted(lines: readonly string[], at: number, open: string, marker: RegExp): boolean {
  let ifTurn: string | undefined;
  let ifQuoted: string | undefined = open;
  let isDecided = false;
  const end = Math.min(lines.length, at + maxAhead);
  for (let place = at + 1; place < end; place += 1) {
    const line = lines[place] ?? '';
    if (isDecided && marker.test(line.trimEnd()) && isBelowRule(lines, place)) break;
    ifTurn = fenceAfter(ifTurn, line);
    ifQuoted = fenceAfter(ifQuoted, line);
    isDecided ||= ifQuoted === undefined || (open.length === 3 && fence.test(line));
  }
  return ifTurn !== undefined && ifQuoted === undefined;
}
