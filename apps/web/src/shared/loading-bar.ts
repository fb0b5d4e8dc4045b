import { createStore } from './store.ts';

export type LoadingState = 'idle' | 'loading' | 'done' | 'failed';

export const loadingStore = createStore<LoadingState>('idle');

/** How long the full bar stays visible. */
const DONE_MS = 400;
const FAILED_MS = 1_600;

let timer: ReturnType<typeof setTimeout> | undefined;

function show(state: LoadingState, then_ms?: number): void {
  clearTimeout(timer);
  loadingStore.set(state);
  if (then_ms !== undefined) timer = setTimeout(() => loadingStore.set('idle'), then_ms);
}

export const startLoading = (): void => show('loading');

/** Completes the bar, unless it shows a failure. */
export function finishLoading(): void {
  if (loadingStore.get() === 'loading') show('done', DONE_MS);
}

export const failLoading = (): void => show('failed', FAILED_MS);
