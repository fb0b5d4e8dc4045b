import { followForms } from '../shared/forms/show-bad-field.ts';
import { followSiteWorker } from './site-worker.ts';

/** Starts what no first paint waits for. */
export async function startAfterPaint(): Promise<void> {
  followForms();
  // The site may be installed, and says so where there is no network. Only over https, and on this machine.
  if ('serviceWorker' in navigator) await followSiteWorker();
}
