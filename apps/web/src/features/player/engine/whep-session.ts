/** An answer that takes longer says nothing; the player has its own patience. */
const ANSWER_MS_MAX = 1_500;

/**
 * Asks the address of a WebRTC session whether the server has ended it.
 *
 * @returns the server's code, `''` if it gives none, and `null` if the session is open or does not answer
 */
export async function askWhyEnded(session: string, stop: AbortSignal): Promise<string | null> {
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(ANSWER_MS_MAX)]);
    const response = await fetch(session, { method: 'PATCH', signal });
    // A media process that is being started again answers with 502 or 503: that is no word about the session.
    if (response.ok || response.status >= 500) return null;
    const { status }: { status?: unknown } = await response.json();
    return typeof status === 'string' ? status : '';
  } catch {
    return null;
  }
}

/** Ends the session on the server, also while the page closes; a lost message delays the end by some seconds. */
export function endSession(session: string): void {
  fetch(session, { method: 'DELETE', keepalive: true }).catch(() => {});
}
