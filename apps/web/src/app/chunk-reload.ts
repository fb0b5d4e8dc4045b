const KEY = 'chunk-reload-at';
const RELOAD_PAUSE_MS = 60_000;
const HEALTH_TIMEOUT_MS = 5_000;

/** Returns whether the page may reload after a failed chunk: at most once a minute. */
export const mayReload = (now_ms: number, last_ms: number | null): boolean =>
  last_ms === null || now_ms - last_ms >= RELOAD_PAUSE_MS || now_ms < last_ms;

/** Returns whether the site responds. A browser reports "online" even in a network without internet access. */
const isReachable = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function reloadIfUseful(): Promise<void> {
  if (!(await isReachable())) return;
  const stored = Number(sessionStorage.getItem(KEY));
  const now = Date.now();
  if (!mayReload(now, stored > 0 ? stored : null)) return;
  sessionStorage.setItem(KEY, String(now));
  window.location.reload();
}

/**
 * Reloads the page when a chunk fails to load, because a deployment removes the chunks of the old build. Reloads at
 * most once a minute. Never reloads without a network, because that would lose the page and its input. The import
 * rejects in any case.
 */
export function reloadOnChunkFailure(): void {
  window.addEventListener('vite:preloadError', () => void reloadIfUseful());
}
