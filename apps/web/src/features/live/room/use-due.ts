import { useSyncExternalStore } from 'react';
import type { PictureClock } from '../../../shared/in-step/picture-clock.ts';

/**
 * Those of `items` whose moment the picture has reached. Draws anew only when another one is due, or one no longer.
 *
 * @param momentOf when it happened, in milliseconds; `null` for what never waits
 */
export function useDue<Item>(
  clock: PictureClock,
  items: readonly Item[],
  momentOf: (item: Item) => number | null,
): readonly Item[] {
  const isDue = (item: Item): boolean => (momentOf(item) ?? 0) <= clock.reachedMs.get();
  const count = () => items.reduce((due, item) => due + (isDue(item) ? 1 : 0), 0);
  const due = useSyncExternalStore(clock.reachedMs.subscribe, count, () => items.length);
  return due === items.length ? items : items.filter(isDue);
}
