/** Buttons for the actions of a host, each with the same label and icon wherever it appears. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ViewAction } from '../../../src/protocol/overview.ts';
import { t } from '../../l10n/t.ts';

/** Anything that can run an action: a page, or a failure that has no page. */
export interface ActionHost {
  can(action: ViewAction): boolean;
  run(action: ViewAction): void;
}

const icons: Record<ViewAction, string> = {
  askAssistant: 'comment-discussion',
  connectClient: 'plug',
  connectServer: 'plug',
  continueInChat: 'comment-discussion',
  endSession: 'check',
  exportMemory: 'export',
  importConversations: 'history',
  importMemory: 'cloud-download',
  learn: 'lightbulb',
  learnFromHistory: 'git-commit',
  openDatabaseFolder: 'folder-opened',
  openPanel: 'link-external',
  rememberNote: 'add',
  repairStore: 'tools',
  restoreBackup: 'history',
  runDoctor: 'pulse',
  searchMemory: 'search',
  showLog: 'output',
  showWhatIsRecorded: 'question',
  startFileMemory: 'add',
  toggleCapture: 'record',
};

function actionLabel(action: ViewAction): string {
  switch (action) {
    case 'askAssistant':
      return t('Ask Your Assistant');
    case 'connectClient':
      return t('Connect Another Client…');
    case 'connectServer':
      return t('Connect to Server…');
    case 'continueInChat':
      return t('Continue in Chat');
    case 'endSession':
      return t('End Session…');
    case 'exportMemory':
      return t('Export Memory…');
    case 'importConversations':
      return t('Import Past Conversations…');
    case 'importMemory':
      return t('Import Memory…');
    case 'learn':
      return t('Learn Now');
    case 'learnFromHistory':
      return t('Learn from Project History');
    case 'openDatabaseFolder':
      return t('Open Folder');
    case 'openPanel':
      return t('Open in Editor');
    case 'rememberNote':
      return t('Remember Note…');
    case 'repairStore':
      return t('Repair…');
    case 'restoreBackup':
      return t('Restore Backup…');
    case 'runDoctor':
      return t('Run Doctor');
    case 'searchMemory':
      return t('Search Memory…');
    case 'showLog':
      return t('Show Log');
    case 'showWhatIsRecorded':
      return t('Show What Is Recorded');
    case 'startFileMemory':
      return t('Start File Memory in This Project');
    case 'toggleCapture':
      return t('Turn Recording On…');
  }
}

/** Renders nothing if the host does not offer the action. Needs the styles of `controls.ts`. */
export function actionButton(action: ViewAction, host: ActionHost): TemplateResult | typeof nothing {
  if (!host.can(action)) return nothing;
  return html`<button class="button" @click=${() => host.run(action)}>
    <vscode-icon name=${icons[action]} aria-hidden="true"></vscode-icon>${actionLabel(action)}
  </button>`;
}

/** The most likely action, as a primary button. Needs the component. */
export function mainButton(action: ViewAction, host: ActionHost): TemplateResult {
  return html`<vscode-button icon=${icons[action]} @click=${() => host.run(action)}
    >${actionLabel(action)}</vscode-button
  >`;
}
