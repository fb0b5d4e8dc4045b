export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/** The sharing APIs of a browser; a page over plain HTTP has neither. */
export interface SharingBrowser {
  readonly share?: (link: { title: string; url: string }) => Promise<void>;
  readonly clipboard?: { writeText(text: string): Promise<void> };
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Opens the device's share sheet, or copies the link if there is none. */
export async function shareLink(
  link: { readonly title: string; readonly url: string },
  browser: SharingBrowser = navigator,
): Promise<ShareOutcome> {
  if (browser.share) {
    try {
      await browser.share(link);
      return 'shared';
    } catch (error) {
      if (isAbort(error)) return 'cancelled';
    }
  }
  try {
    if (!browser.clipboard) return 'failed';
    await browser.clipboard.writeText(link.url);
    return 'copied';
  } catch {
    return 'failed';
  }
}
