import { watchPictures } from '../../../shared/in-step/follow-pictures.ts';
import type { Home } from '../home.ts';
import { homeAsOf } from './home-as-of.ts';

/** Calls `listener` with a filter for the page whenever a video in another tab advances, until `leaving` aborts. */
export function followHome(
  listener: (asOf: (home: Home) => Home) => void,
  leaving: AbortSignal,
): void {
  if (leaving.aborted) return;
  const end = watchPictures((pictures) => listener((home) => homeAsOf(home, pictures)));
  leaving.addEventListener('abort', end);
}
