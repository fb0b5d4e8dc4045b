import { useSyncExternalStore } from 'react';
import type { PictureClock } from '../../../shared/in-step/picture-clock.ts';

/** Behind by less nobody notices that things wait. */
const BEHIND_MIN_MS = 10_000;

/** Whether the picture shows a moment that is over: the viewer has rewound, or paused. */
export const useBehind = ({ reachedMs, nowMs }: PictureClock): boolean =>
  useSyncExternalStore(
    reachedMs.subscribe,
    () => nowMs() - reachedMs.get() > BEHIND_MIN_MS,
    () => false,
  );
