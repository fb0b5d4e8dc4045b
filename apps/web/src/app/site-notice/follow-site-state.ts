import type { SiteNotice, SiteState } from '@sangwian/contract/endpoints/site';
import { readStored, writeStored } from '../../shared/storage/local-storage.ts';
import { applySiteState, siteState } from '../../shared/switches/site-state.ts';
import { isShownAt, NOTICE_ID, NOTICE_KEY } from './notice-rules.ts';

/** Poll interval. Pages without a socket learn of a switch within this time. The response is public and cached. */
const POLL_MS = 30_000;

/** The style of a notice that arrives while the page is open: floating below the top bar. */
const FLOATING: Partial<CSSStyleDeclaration> = {
  position: 'fixed',
  zIndex: '55',
  top: 'calc(var(--topbar) + 8px)',
  right: '12px',
  left: '12px',
  maxWidth: '640px',
  marginInline: 'auto',
  display: 'flex',
  gap: '12px',
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: '8px 8px 8px 16px',
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--r-3)',
  background: 'var(--bg-2)',
  color: 'var(--fg-1)',
  boxShadow: 'var(--sh-2)',
};
const CLOSE: Partial<CSSStyleDeclaration> = {
  flex: 'none',
  minWidth: '44px',
  minHeight: '44px',
  padding: '0 12px',
  border: '1px solid',
  borderRadius: 'var(--r-2)',
  background: 'none',
  color: 'inherit',
  font: 'inherit',
};

/**
 * Shows a notice that arrives while the page is open. The notice floats, so that the layout does not shift, and has a
 * close button.
 */
function drawFloating({ version, level, text }: SiteNotice): void {
  const isThai = document.documentElement.lang === 'th';
  const aside = document.createElement('aside');
  aside.id = NOTICE_ID;
  Object.assign(aside.dataset, { version: String(version), level });
  Object.assign(aside.style, FLOATING);
  aside.setAttribute('role', 'status');
  const words = document.createElement('p');
  words.textContent = isThai ? text.th : text.en;
  const close = document.createElement('button');
  close.type = 'button';
  close.textContent = isThai ? 'ปิด' : 'Close';
  Object.assign(close.style, CLOSE);
  close.addEventListener('click', () => {
    writeStored(NOTICE_KEY, String(version));
    aside.remove();
  });
  aside.append(words, close);
  document.body.append(aside);
}

/** Shows the notice of the latest state, and removes one that has ended or was replaced. */
function drawNotice(): void {
  const notice = siteState.get()?.notice ?? null;
  const drawn = document.getElementById(NOTICE_ID);
  if (notice === null || !isShownAt(notice, Date.now())) {
    drawn?.remove();
    return;
  }
  const version = String(notice.version);
  if (drawn?.dataset['version'] === version || readStored(NOTICE_KEY) === version) return;
  drawn?.remove();
  drawFloating(notice);
}

/** Fetches the state. A failure is ignored, because the next poll tries again. */
async function poll(appKey: string): Promise<void> {
  if (document.hidden) return;
  try {
    const response = await fetch('/api/v1/site/state', { headers: { 'x-app-key': appKey } });
    if (response.ok) applySiteState((await response.json()).data);
  } catch {
    // Offline.
  }
  drawNotice();
}

/** Keeps the switches and the notice up to date: by polls, and by the event socket on pages that have one. */
export function followSiteState(served: SiteState, appKey: string): void {
  applySiteState(served);
  siteState.subscribe(drawNotice);
  setInterval(() => void poll(appKey), POLL_MS);
  document.addEventListener('visibilitychange', () => void poll(appKey));
}
