import type { I18n } from '@lingui/core';
import { startTelemetry } from '../features/telemetry/telemetry.ts';
import { focusInvalidFields } from '../shared/forms/focus-invalid-field.ts';
import { startKickSocket } from '../shared/session/kick-socket.ts';
import type { SiteConfig } from '../shared/site-config.ts';
import { passErrors } from './page-errors.ts';
import { followSiteState } from './site-notice/follow-site-state.ts';
import { followSiteWorker } from './site-worker.ts';

/**
 * Starts the services that can wait until after the first paint.
 *
 * @param newcomer the page's i18n at the first visit of a browser, which is offered the browser's language
 */
export async function startAfterPaint(
  { state, appKey, reportEvery }: SiteConfig,
  newcomer: I18n | null,
): Promise<void> {
  startKickSocket();
  startTelemetry(reportEvery, passErrors);
  focusInvalidFields();
  followSiteState(state, appKey);
  // Needed for installation and the offline page. Browsers support service workers only over HTTPS and on localhost.
  if ('serviceWorker' in navigator) await followSiteWorker();
  if (newcomer !== null) (await import('./shell/language-offer.tsx')).offerLanguage(newcomer);
}
