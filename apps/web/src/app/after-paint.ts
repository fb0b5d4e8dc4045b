import { focusInvalidFields } from '../shared/forms/focus-invalid-field.ts';
import { followSiteWorker } from './site-worker.ts';

/** Starts the parts that can wait until after the first paint. */
export async function startAfterPaint(): Promise<void> {
  focusInvalidFields();
  // For installation and the offline page. Browsers offer it over HTTPS and on localhost only.
  if ('serviceWorker' in navigator) await followSiteWorker();
}
