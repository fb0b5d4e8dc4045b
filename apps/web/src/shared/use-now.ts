import { useSyncExternalStore } from 'react';

const SECOND_MS = 1_000;
const thisSecond = (): number => Math.floor(Date.now() / SECOND_MS) * SECOND_MS;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let current = 0;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    current = thisSecond();
    timer = setInterval(() => {
      current = thisSecond();
      for (const notify of listeners) notify();
    }, SECOND_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function read(): number {
  if (timer === undefined) current = thisSecond();
  return current;
}

/**
 * Returns the time in milliseconds, rounded down to a whole second, with one timer for the whole page.
 *
 * @param renderedAtMs the time of the server's render, so that hydration starts with the same text
 */
export const useNow = (renderedAtMs: number): number =>
  useSyncExternalStore(subscribe, read, () => renderedAtMs);
