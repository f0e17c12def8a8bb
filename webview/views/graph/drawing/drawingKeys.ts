/** The keys of the drawing. */
import type { Direction } from '../layout/nextNode.ts';

export interface KeyWork {
  move(direction: Direction): void;
  pan(direction: Direction): void;
  zoom(direction: 'in' | 'out'): void;
  fit(): void;
  toStart(): void;
  select(): void;
  toggle(): void;
  hide(): void;
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** Undefined for a key that the drawing does not use. */
export function actionOf(event: KeyboardEvent, work: KeyWork): (() => void) | undefined {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const direction = Object.hasOwn(directions, key) ? directions[key] : undefined;
  if (direction !== undefined) return () => (shiftKey ? work.pan(direction) : work.move(direction));
  const actions: Record<string, () => void> = {
    Enter: () => work.select(),
    ' ': () => work.select(),
    '+': () => work.toggle(),
    Delete: () => work.hide(),
    Home: () => work.toStart(),
    PageUp: () => work.zoom('in'),
    PageDown: () => work.zoom('out'),
    '0': () => work.fit(),
  };
  return Object.hasOwn(actions, key) ? actions[key] : undefined;
}
