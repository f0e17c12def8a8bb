/** The toolset `core`, apart from the others, which need Node. */
import type { Tool } from '../shared/tool.ts';
import { deprecateFact, flagImportant, storeFact, updateProfile } from './facts/writingTools.ts';
import { promoteToGlobal } from './knowledge/knowledgeTools.ts';
import { getContext, getInstructions } from './recall/contextTools.ts';
import { search } from './recall/searchTools.ts';
import { endSession, getSessionDetail, listSessions, startSession } from './sessions/sessionTools.ts';

/** At most twelve, in the order in which a client lists them. */
export const coreTools: readonly Tool[] = [
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
