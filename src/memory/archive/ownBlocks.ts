/**
 * The blocks that BigMind writes into files of people, and a text without them: what BigMind wrote is not what a person
 * noted.
 */
import type { BlockMarkers } from '../../util/markedBlock.ts';
import { blocksIn } from '../../util/markedBlock.ts';

/** How to use the memory. */
export const rulesMarkers: BlockMarkers = {
  start: '<!-- BIGMIND:START (written by BigMind; changes between these lines are lost) -->',
  end: '<!-- BIGMIND:END -->',
  startName: 'BIGMIND:START',
  endName: 'BIGMIND:END',
};

/** What the files of a project's memory say (Mind Architecture, "Context Section"). */
export const contextMarkers: BlockMarkers = {
  start: '<!-- MIND:CONTEXT - Auto-generated. Do not edit. -->',
  end: '<!-- MIND:END -->',
  startName: 'MIND:CONTEXT',
  endName: 'MIND:END',
};

/** Pinned facts in the memories of VS Code and Claude Code. */
export const pinnedMarkers: BlockMarkers = {
  start: '<!-- BIGMIND:PINNED-START (written by BigMind; to change these lines, change your pinned facts) -->',
  end: '<!-- BIGMIND:PINNED-END -->',
  startName: 'BIGMIND:PINNED-START',
  endName: 'BIGMIND:PINNED-END',
};

/** Lines keep their numbers. A text with broken markers stays whole, because the end of a block is then unknown. */
export function withoutOwnBlocks(text: string): string {
  return [rulesMarkers, contextMarkers, pinnedMarkers].reduce(withoutBlocksOf, text);
}

function withoutBlocksOf(text: string, markers: BlockMarkers): string {
  if (!text.includes(markers.startName)) return text;
  try {
    return blocksIn(text, markers)
      .toReversed()
      .reduce((rest, { start, end }) => {
        const lineEnds = rest.slice(start, end).replace(/[^\r\n]/gu, '');
        return rest.slice(0, start) + lineEnds + rest.slice(end);
      }, text);
  } catch {
    // Text of people must not be lost to an import because one of them deleted a marker.
    return text;
  }
}
