/** What VS Code adds to the web UI: the actions of this window, and texts for failures. */
import type { PageHost, PastFound } from '../../page/shared/pageHost.ts';
import type { ViewAction } from '../../protocol/overview.ts';
import { logFailure } from '../platform/describeThrown.ts';
import { remedyOf } from '../platform/errorText.ts';
import type { Services } from '../services/host.ts';

/** Only the side bar offers to open the panel. */
export type PagePlace = 'view' | 'panel';

const damageCures: readonly ViewAction[] = ['repairStore', 'restoreBackup'];

export function createPageHost({ access, host, log }: Services, place: PagePlace): PageHost {
  const onNode: ViewAction[] = [
    'connectClient',
    'importConversations',
    'learnFromHistory',
    'openDatabaseFolder',
    'startFileMemory',
    'toggleCapture',
    'showWhatIsRecorded',
  ];
  const actions: ViewAction[] = [
    ...(place === 'view' ? (['openPanel'] as const) : []),
    ...([
      'askAssistant',
      'continueInChat',
      'rememberNote',
      'searchMemory',
      'importMemory',
      'exportMemory',
      'endSession',
      'learn',
    ] as const),
    ...(host.kind === 'node' ? onNode : []),
    ...(['runDoctor', 'showLog'] as const),
  ];
  const helpers: ViewAction[] = [
    'runDoctor',
    ...(host.kind === 'node' ? ['openDatabaseFolder' as const] : []),
    'showLog',
  ];
  const { capture, pastConversations } = host;
  let past: Promise<PastFound> | undefined;
  return {
    use: (work) => access.use(work),
    get location() {
      return access.location;
    },
    actions,
    files: host.editableFiles,
    isInBrowser: host.kind === 'browser',
    ...(capture !== undefined && { isRecording: () => capture.state().enabled }),
    // Looked for once for each page, because it reads many folders.
    ...(pastConversations !== undefined && {
      findPast: () => (past ??= pastConversations().then((found) => found.count())),
    }),
    adviceOn: (error) => {
      const ofStore = error.code.startsWith('store_') || ['engine_unavailable', 'internal'].includes(error.code);
      if (ofStore) logFailure(log, error);
      const isLost = error.code === 'store_corrupt' || error.code === 'store_missing';
      const cures = isLost && host.kind === 'node' ? damageCures : [];
      return { remedy: remedyOf(error) ?? null, actions: ofStore ? [...cures, ...helpers] : [] };
    },
    note: (text) => log.error(text),
  };
}
