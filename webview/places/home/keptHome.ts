/** What the first place restores: unsaved drafts, and an open note. */
import type { Page } from '../../client/page.ts';

interface KeptHome {
  isNoting: boolean;
  draft(key: string): string | undefined;
  /** Undefined removes the draft. */
  keepDraft(key: string, draft: string | undefined): void;
}

const name = 'profile';

/** `changed` is called after each change, so that the view renders it. */
export function keptHome(page: () => Page, changed: () => void): KeptHome {
  const read = (): Record<string, unknown> => recordFrom(page().kept(name));
  const drafts = (): Record<string, unknown> => recordFrom(read()['drafts']);
  const write = (change: Record<string, unknown>): void => {
    page().keep(name, { ...read(), ...change });
    changed();
  };
  return {
    get isNoting() {
      return read()['isNoting'] === true;
    },
    set isNoting(isNoting) {
      write({ isNoting });
    },
    draft: (key) => {
      const all = drafts();
      const draft = Object.hasOwn(all, key) ? all[key] : undefined;
      return typeof draft === 'string' ? draft : undefined;
    },
    keepDraft: (key, draft) => {
      const others = Object.entries(drafts()).filter(([other]) => other !== key);
      write({ drafts: Object.fromEntries(draft === undefined ? others : [...others, [key, draft]]) });
    },
  };
}

function recordFrom(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
