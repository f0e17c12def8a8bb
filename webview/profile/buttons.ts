/** Buttons for the actions that a host offers, with one label and icon for each wherever it appears. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { PageMessage } from '../../src/protocol/messages.ts';
import type { ViewAction } from '../../src/protocol/profile.ts';

export type Send = (message: PageMessage) => void;

const faces: Record<ViewAction, { label: string; icon: string }> = {
  askAssistant: { label: 'Ask your assistant', icon: 'comment-discussion' },
  connectClient: { label: 'Connect another client', icon: 'plug' },
  endSession: { label: 'End session', icon: 'check' },
  importMemory: { label: 'Import conversations', icon: 'cloud-download' },
  openDatabaseFolder: { label: 'Open folder', icon: 'folder-opened' },
  rememberNote: { label: 'Remember a note', icon: 'add' },
  runDoctor: { label: 'Run doctor', icon: 'pulse' },
  searchMemory: { label: 'Search memory', icon: 'search' },
  showLog: { label: 'Show log', icon: 'output' },
};

/** Nothing when the host does not offer the action. */
export function actionButton(
  action: ViewAction,
  offered: readonly string[],
  send: Send,
): TemplateResult | typeof nothing {
  if (!offered.includes(action)) return nothing;
  const { label, icon } = faces[action];
  return html`<vscode-button block secondary icon=${icon} @click=${() => send({ type: 'run', action })}
    >${label}</vscode-button
  >`;
}

export function retryButton(send: Send): TemplateResult {
  return html`<vscode-button block icon="refresh" @click=${() => send({ type: 'retry' })}>Try again</vscode-button>`;
}
