/** What became of a link: handed to the device's own sheet, copied, given up by the fan, or none of these. */
export type ShareOutcome = 'shared' | 'copied' | 'cancelled' | 'failed';

/** Of a browser, what takes a link; a page over plain http has neither. */
export interface LinkTaker {
  readonly share?: (link: { title: string; url: string }) => Promise<void>;
  readonly clipboard?: { writeText(text: string): Promise<void> };
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Hands a link to whatever the fan's device shares with; where there is nothing, or it refuses, the link is copied. */
export async function shareLink(
  link: { readonly title: string; readonly url: string },
  browser: LinkTaker = navigator,
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
