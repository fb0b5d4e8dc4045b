const KEY = 'chunk-reload-at';
const RELOAD_PAUSE_MS = 60_000;
const ASK_MS_MAX = 5_000;

/** Whether a page whose chunk failed may reload: at most once a minute. */
export const mayReload = (now_ms: number, last_ms: number | null): boolean =>
  last_ms === null || now_ms - last_ms >= RELOAD_PAUSE_MS || now_ms < last_ms;

/** Whether the site answers: a browser that is "online" may still be on a network that leads nowhere. */
const answers = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(ASK_MS_MAX) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function reloadWhereItHelps(): Promise<void> {
  if (!(await answers())) return;
  const stored = Number(sessionStorage.getItem(KEY));
  const now = Date.now();
  if (!mayReload(now, stored > 0 ? stored : null)) return;
  sessionStorage.setItem(KEY, String(now));
  window.location.reload();
}

/**
 * After a deployment the chunks of an old page are gone: the page reloads, at most once a minute. The failure goes on
 * to whoever asked for the chunk, which within that minute and without a network is all: a reload would only lose the
 * page and what was typed on it.
 */
export function reloadOnChunkFailure(): void {
  window.addEventListener('vite:preloadError', () => void reloadWhereItHelps());
}
