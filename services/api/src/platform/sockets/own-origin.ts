import type { IncomingMessage } from 'node:http';

/**
 * Whether a handshake comes from a page of this site, or from a program, which sends no origin. Browsers open a WebSocket
 * to any site without asking it first, so another site's page could use its visitors' addresses and limits.
 *
 * @param origins the origins of the site and of the console
 */
export function isOwnOrigin(
  { headers: { origin, host } }: IncomingMessage,
  origins: readonly string[],
): boolean {
  if (origin === undefined || origins.includes(origin)) return true;
  // The site may also be reached by another name, such as the address of a machine in a local network.
  return URL.canParse(origin) && new URL(origin).host === host;
}
