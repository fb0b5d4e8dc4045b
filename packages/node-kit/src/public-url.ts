import { ConfigurationError } from './environment.ts';

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Refuses an address at which tokens and passwords would cross a network in the clear.
 *
 * @param url absolute
 * @throws {ConfigurationError} on http, but on loopback, where a proxy may stand in front or nobody else listens
 */
export function refuseOpenUrl(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return;
  throw new ConfigurationError(`production needs https: PUBLIC_URL is "${url}"`);
}
