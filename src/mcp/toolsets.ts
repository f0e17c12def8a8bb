/** Which tools stand in which toolset. The default, `core`, holds at most twelve. */
import type { Tool } from './tool.ts';
import { getContext, getInstructions } from './tools/contextTools.ts';
import { addHypothesis, listHypotheses, resolveHypothesis } from './tools/journalTools.ts';
import { approveGlobal, listGlobal, promoteToGlobal } from './tools/knowledgeTools.ts';
import { getProfileUrl, getStats, healthCheck, openProfile, vacuum } from './tools/maintenanceTools.ts';
import { exportMemory, importMemory } from './tools/portabilityTools.ts';
import {
  getContextHeap,
  getEraSummary,
  getLatestContinuation,
  getMessagesBefore,
  getRecentWork,
  searchMessages,
} from './tools/recoveryTools.ts';
import { search, searchChunks, searchGlobal, semanticSearch } from './tools/searchTools.ts';
import { endSession, getSessionDetail, listSessions, startSession } from './tools/sessionTools.ts';
import { appendChunk, deprecateFact, flagImportant, storeFact, updateProfile } from './tools/writingTools.ts';
import type { ToolsetName } from './toolsetNames.ts';

export const toolsets: Readonly<Record<ToolsetName, readonly Tool[]>> = {
  core: [
    startSession,
    endSession,
    getContext,
    search,
    flagImportant,
    storeFact,
    deprecateFact,
    updateProfile,
    listSessions,
    getSessionDetail,
    promoteToGlobal,
    getInstructions,
  ],
  chunks: [appendChunk, searchChunks],
  journal: [addHypothesis, resolveHypothesis, listHypotheses],
  global: [listGlobal, searchGlobal, approveGlobal],
  maintenance: [getStats, vacuum, healthCheck, exportMemory, importMemory, openProfile, getProfileUrl],
  semantic: [semanticSearch],
  recovery: [getLatestContinuation, getMessagesBefore, getEraSummary, getContextHeap, searchMessages, getRecentWork],
};

/** The tools of some toolsets, in their order. */
export function toolsOf(names: readonly ToolsetName[]): Tool[] {
  return names.flatMap((name) => toolsets[name]);
}
