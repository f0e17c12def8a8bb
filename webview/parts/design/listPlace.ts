/** The scroll position of a long list, which is only valid for the same query. */
import { isCount, isShare, isText, shape } from '../../../src/protocol/shared/check.ts';
import type { Page } from '../../client/page.ts';
import type { ListPlace } from './virtualList.ts';

const isKeptPlace = shape({ about: isText, index: isCount, share: isShare });

export function keepPlace(page: Page, name: string, question: unknown, { index, share }: ListPlace): void {
  page.keep(name, { about: JSON.stringify(question), index, share: Math.min(1, Math.max(0, share)) });
}

export function keptPlace(page: Page, name: string, question: unknown): ListPlace {
  const kept = page.kept(name);
  if (!isKeptPlace(kept) || kept.about !== JSON.stringify(question)) return { index: 0, share: 0 };
  return { index: kept.index, share: kept.share };
}
