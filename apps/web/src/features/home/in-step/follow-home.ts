import { watchPictures } from '../../../shared/in-step/follow-pictures.ts';
import type { Home } from '../home.ts';
import { homeAsOf } from './home-as-of.ts';

/** Tells how the page is shown, whenever a picture of another tab has gone on, until the signal says that it is left. */
export function followHome(
  listener: (asOf: (home: Home) => Home) => void,
  leaving: AbortSignal,
): void {
  if (leaving.aborted) return;
  const end = watchPictures((pictures) => listener((home) => homeAsOf(home, pictures)));
  leaving.addEventListener('abort', end);
}
