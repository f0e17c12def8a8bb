/** The inbox of a sync: memories that two computers of the user changed, one of them open. */
import { html, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Route } from '../../../../src/protocol/route.ts';
import type { ConflictCard } from '../../../../src/protocol/sync/conflicts.ts';
import { Live } from '../../../client/live.ts';
import { t } from '../../../l10n/t.ts';
import { renderEmpty } from '../../../parts/design/empty.ts';
import { Shortcuts } from '../../../parts/design/keyboard/shortcuts.ts';
import type { DraftedEntry } from '../entries/draftController.ts';
import { EntriesView } from '../entries/entriesView.ts';
import { renderEntryList } from '../entries/entryList.ts';
import { renderConflict, titleOf, type ConflictChoice } from './conflictPane.ts';
import { recordName } from './conflictWords.ts';

const pageOfConflicts = 50;
const item = /^conflict:(\d{1,15})$/u;

class CurationConflicts extends EntriesView {
  protected readonly pageSize = pageOfConflicts;
  protected readonly list = new Live(
    this,
    () => this.page.client,
    'conflicts',
    () => ({ offset: this.offset, limit: pageOfConflicts }),
  );
  protected readonly whyNot = undefined;
  /** Decided here, and whether an answer without them has come: only an undo lists them again after that. */
  readonly #decided = new Map<number, 'sent' | 'gone'>();

  constructor() {
    super();
    new Shortcuts(this, () => this.keys, {
      j: { run: () => this.step(1), repeats: true },
      k: { run: () => this.step(-1), repeats: true },
      c: { run: () => void this.#settle('keep') },
      o: { run: () => void this.#settle('take') },
    });
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const undone = this.#undone();
    if (undone !== undefined) this.moveTo(undone);
    if (this.page.isWide) this.cursor ??= this.ids[0];
  }

  protected override routeTo(id: number): Route {
    return { view: 'curation', item: `conflict:${String(id)}` };
  }

  protected override openedBy(route: Route): number | undefined {
    const [, id] = item.exec(route.item ?? '') ?? [];
    return id === undefined ? undefined : Number(id);
  }

  protected override get ids(): readonly number[] {
    return this.#conflicts.map(({ id }) => id);
  }

  protected override get opened(): DraftedEntry | undefined {
    const conflict = this.#opened;
    return conflict && entryFrom(conflict);
  }

  protected override renderNothing(): TemplateResult {
    const text = t('If two of your computers change the same memory, both versions appear here after a sync.');
    return renderEmpty('check', t('No conflicts'), text);
  }

  protected override renderList(): TemplateResult {
    const rows = this.#conflicts.map((conflict) => ({
      id: conflict.id,
      title: titleOf(conflict),
      about: `${recordName(conflict.table)} · ${t('{0}, other version: {1}', conflict.current.machine, conflict.other.machine)}`,
      createdAt: conflict.foundAt,
    }));
    return renderEntryList({
      label: t('Memories that two computers changed'),
      rows,
      current: this.cursor,
      open: (id) => this.open(id),
      moveTo: (id) => this.moveTo(id),
    });
  }

  protected override renderOpened(): unknown {
    const conflict = this.#opened;
    if (conflict === undefined) {
      const text = t('You decided it elsewhere, or the memory was erased.');
      return html`<div tabindex="-1" data-heading>
        ${renderEmpty('check', t('This conflict no longer exists'), text)}
      </div>`;
    }
    const settle = (choice: ConflictChoice): void => void this.#settle(choice);
    return keyed(conflict.id, renderConflict({ conflict, showsKeys: this.keys, settle }));
  }

  get #conflicts(): ConflictCard[] {
    return (this.list.answer?.conflicts ?? []).filter((conflict) => !this.hasLeft(entryFrom(conflict)));
  }

  get #opened(): ConflictCard | undefined {
    return this.#conflicts.find(({ id }) => id === this.cursor);
  }

  /** The conflict that an undo brought back, which is the one that the next key is about. */
  #undone(): number | undefined {
    const { answer } = this.list;
    if (answer === undefined) return undefined;
    const listed = new Set(answer.conflicts.map(({ id }) => id));
    let undone: number | undefined;
    for (const [id, state] of this.#decided) {
      if (!listed.has(id)) this.#decided.set(id, 'gone');
      else if (state === 'gone') {
        this.#decided.delete(id);
        this.forgetLeft(id);
        undone = id;
      }
    }
    return undone;
  }

  async #settle(choice: ConflictChoice): Promise<void> {
    const conflict = this.#opened;
    if (conflict === undefined || !this.isPaneShown || (choice === 'take' && !conflict.current.isThere)) return;
    const { id, seen } = conflict;
    const done =
      choice === 'keep'
        ? t('The current version stays.')
        : t('The other version is current now. The next sync sends it to your other computers.');
    this.#decided.set(id, 'sent');
    const entry = entryFrom(conflict);
    await this.leave(entry, [], { type: 'settleConflict', id, choice, seen }, done);
    if (!this.hasLeft(entry)) this.#decided.delete(id);
  }
}

/** A conflict has no versions and no draft. */
function entryFrom(conflict: ConflictCard): DraftedEntry {
  return { id: conflict.id, version: 0, title: titleOf(conflict), content: '', category: '', importance: 0 };
}

customElements.define('bigmind-curation-conflicts', CurationConflicts);
