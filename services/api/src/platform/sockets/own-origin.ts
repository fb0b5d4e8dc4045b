import type { IncomingMessage } from 'node:http';

/**
 * Whether a handshake comes from a page of this site, or from a program, which sends no origin. Browsers open a
 * WebSocket to any site without a preflight request, so a page of another site could use up the limits of its visitors'
 * IP addresses.
 *
 * @param origins the origins of the site and of the console
 */
export function isOwnOrigin(
  { headers: { origin, host } }: IncomingMessage,
  origins: readonly string[],
): boolean {
  if (origin === undefined || origins.includes(origin)) return true;
  // The site may also have another host name, such as the IP address of a machine in a local network.
  return URL.canParse(origin) && new URL(origin).host === host;
}
