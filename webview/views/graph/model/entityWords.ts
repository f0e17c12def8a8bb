/** The display names of kinds of entities and of their relations, and the icon of each kind. */
import { css, html, type TemplateResult } from 'lit';
import type { EntityKindCard, RelationCard } from '../../../../src/protocol/graph/graph.ts';
import { t } from '../../../l10n/t.ts';

export function entityKindName(kind: EntityKindCard): string {
  switch (kind) {
    case 'file':
      return t('File');
    case 'symbol':
      return t('Symbol');
    case 'package':
      return t('Package');
    case 'service':
      return t('Service');
    case 'person':
      return t('Person');
    case 'project':
      return t('Project');
    case 'issue':
      return t('Issue');
    case 'error':
      return t('Error');
    case 'concept':
      return t('Concept');
  }
}

/** Of the entities of a kind. */
export function entityKindsName(kind: EntityKindCard): string {
  switch (kind) {
    case 'file':
      return t('Files');
    case 'symbol':
      return t('Symbols');
    case 'package':
      return t('Packages');
    case 'service':
      return t('Services and products');
    case 'person':
      return t('People');
    case 'project':
      return t('Projects');
    case 'issue':
      return t('Issues');
    case 'error':
      return t('Errors');
    case 'concept':
      return t('Concepts');
  }
}

/** `from` and `to` are inserted as they are; in each language the sentence has its own order. */
export function relationText(relation: RelationCard['relation'], from: string, to: string): string {
  switch (relation) {
    case 'uses':
      return t('{0} uses {1}', from, to);
    case 'calls':
      return t('{0} calls {1}', from, to);
    case 'depends_on':
      return t('{0} depends on {1}', from, to);
    case 'replaces':
      return t('{0} replaces {1}', from, to);
    case 'part_of':
      return t('{0} is part of {1}', from, to);
    case 'fixes':
      return t('{0} fixes {1}', from, to);
  }
}

/** Isolated, so that a name from right to left does not reorder the sentence around it. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

export function renderKindIcon(kind: EntityKindCard): TemplateResult {
  return html`<span class="kind ${kind}" aria-hidden="true"></span>`;
}

/** A font for all rows: a component for each icon would bring its own style sheet, hundreds of times. */
export const kindIconStyles = css`
  .kind {
    flex: none;
    width: 16px;
    font: normal 16px / 1.2 codicon;
    color: var(--vscode-icon-foreground, inherit);
  }
  .kind.folder::before {
    content: '\\ea83';
  }
  .kind.file::before {
    content: '\\ea7b';
  }
  .kind.symbol::before {
    content: '\\ea8c';
  }
  .kind.package::before {
    content: '\\eb29';
  }
  .kind.service::before {
    content: '\\eb50';
  }
  .kind.person::before {
    content: '\\ea67';
  }
  .kind.project::before {
    content: '\\ea62';
  }
  .kind.issue::before {
    content: '\\eb0c';
  }
  .kind.error::before {
    content: '\\ea87';
  }
  .kind.concept::before {
    content: '\\ea66';
  }
`;
