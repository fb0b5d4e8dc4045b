const RESPONSE_TIMEOUT_MS = 1_500;

/**
 * Asks the server whether a WebRTC session has ended.
 *
 * @returns the server's code, `''` if it sends none, and `null` if the session is open or there is no response
 */
export async function fetchEndReason(session: string, stop: AbortSignal): Promise<string | null> {
  try {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]);
    const response = await fetch(session, { method: 'PATCH', signal });
    // While the media process restarts, the server responds with 502 or 503. The session may still be open.
    if (response.ok || response.status >= 500) return null;
    const { status }: { status?: unknown } = await response.json();
    return typeof status === 'string' ? status : '';
  } catch {
    return null;
  }
}

/** Ends the session on the server, even while the page closes. If the request is lost, the session expires. */
export function endSession(session: string): void {
  fetch(session, { method: 'DELETE', keepalive: true }).catch(() => {});
}
