/** Renders the view of the current route. */
import { html, type TemplateResult } from 'lit';
import type { Page } from '../client/page.ts';
import './governance/auditView.ts';
import './graph/graphView.ts';
import './knowledge/curationView.ts';
import '../places/home/homeView.ts';
import './people/peopleView.ts';
import './recall/knowledgeView.ts';
import './storage/storageView.ts';
import './reminders/remindersView.ts';
import './sessions/sessionsView.ts';

export function renderView(page: Page): TemplateResult {
  switch (page.route.view) {
    case 'home':
      return html`<bigmind-home-view .page=${page}></bigmind-home-view>`;
    case 'profile':
      return html`<bigmind-storage-view .page=${page}></bigmind-storage-view>`;
    case 'knowledge':
      return html`<bigmind-knowledge-view .page=${page}></bigmind-knowledge-view>`;
    case 'sessions':
      return html`<bigmind-sessions-view .page=${page}></bigmind-sessions-view>`;
    case 'graph':
      return html`<bigmind-graph-view .page=${page}></bigmind-graph-view>`;
    case 'curation':
      return page.overview.mode === 'personal'
        ? html`<bigmind-knowledge-view .page=${page}></bigmind-knowledge-view>`
        : html`<bigmind-curation-view .page=${page}></bigmind-curation-view>`;
    case 'reminders':
      return html`<bigmind-reminders-view .page=${page}></bigmind-reminders-view>`;
    case 'people':
      return html`<bigmind-people-view .page=${page}></bigmind-people-view>`;
    case 'audit':
      return html`<bigmind-audit-view .page=${page}></bigmind-audit-view>`;
  }
}
