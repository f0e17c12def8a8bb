/** Which tools each toolset contains. The default, `core`, has at most twelve. */
import type { Tool } from '../shared/tool.ts';
import { coreTools } from './coreTools.ts';
import { addHypothesis, listHypotheses, resolveHypothesis } from './hypotheses/journalTools.ts';
import { approveGlobal, listGlobal } from './knowledge/knowledgeTools.ts';
import { getProfileUrl, getStats, healthCheck, openProfile, vacuum } from './upkeep/maintenanceTools.ts';
import { exportMemory, importMemory } from './upkeep/portabilityTools.ts';
import {
  getContextHeap,
  getEraSummary,
  getLatestContinuation,
  getMessagesBefore,
  getRecentWork,
  searchMessages,
} from './archive/recoveryTools.ts';
import { searchChunks, searchGlobal, semanticSearch } from './recall/searchTools.ts';
import { appendChunk } from './facts/writingTools.ts';
import { brainForget, brainList, brainRecall, brainRemember } from './facts/brainTools.ts';
import { saveDecision, saveRetrospective } from './decisions/decisionTools.ts';
import { saveArtifact } from './graph/artifactTools.ts';
import { graphQuery } from './graph/graphTools.ts';
import { hybridSearch } from './graph/hybridTools.ts';
import { queryDecisions } from './decisions/queryTools.ts';
import { memoryStatus } from './recall/statusTools.ts';
import { mindAddGlobalEdge, mindEdges } from './mind/gotchaTools.ts';
import { mindBlocker, mindLog } from './mind/loggingTools.ts';
import { mindCheckpoint, mindRecall, mindSession, mindStatus } from './mind/recallTools.ts';
import { mindRemind, mindReminderDone, mindReminders } from './mind/reminderTools.ts';
import { mindSearch } from './mind/mindSearch.ts';
import { listPeople, whoWorkedOn } from './people/directoryTools.ts';
import type { ToolsetName } from '../shared/toolsetNames.ts';

export const toolsets: Readonly<Record<ToolsetName, readonly Tool[]>> = {
  core: coreTools,
  chunks: [appendChunk, searchChunks],
  journal: [addHypothesis, resolveHypothesis, listHypotheses],
  global: [listGlobal, searchGlobal, approveGlobal],
  maintenance: [getStats, vacuum, healthCheck, exportMemory, importMemory, openProfile, getProfileUrl],
  semantic: [semanticSearch],
  recovery: [getLatestContinuation, getMessagesBefore, getEraSummary, getContextHeap, searchMessages, getRecentWork],
  brain: [brainRemember, brainRecall, brainForget, brainList],
  provenance: [saveDecision, saveRetrospective, queryDecisions, saveArtifact, hybridSearch, graphQuery, memoryStatus],
  mind: [
    mindRecall,
    mindLog,
    mindSession,
    mindSearch,
    mindStatus,
    mindReminders,
    mindBlocker,
    mindRemind,
    mindReminderDone,
    mindEdges,
    mindCheckpoint,
    mindAddGlobalEdge,
  ],
  directory: [listPeople, whoWorkedOn],
};

/** Tools that reach the files or the browser of the machine on which the server runs. */
export const machineTools: ReadonlySet<Tool> = new Set([
  ...toolsets.mind,
  exportMemory,
  importMemory,
  openProfile,
  getProfileUrl,
]);

/** The tools of these toolsets, in order. */
export function toolsOf(names: readonly ToolsetName[]): Tool[] {
  return names.flatMap((name) => toolsets[name]);
}
