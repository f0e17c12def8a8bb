/** Which tools stand in which toolset (design, section 4). The default, `core`, holds at most twelve. */
import type { Tool } from './tool.ts';
import { getContext, getInstructions } from './tools/contextTools.ts';
import { search } from './tools/searchTools.ts';
import { endSession, getSessionDetail, listSessions, startSession } from './tools/sessionTools.ts';
import { deprecateFact, flagImportant, promoteToGlobal, storeFact, updateProfile } from './tools/writingTools.ts';

export const coreToolset: readonly Tool[] = [
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
];
