import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether `X-Forwarded-For` from this address is trusted. */
export type TrustAddress = (address: string, hop: number) => boolean;

/**
 * Reads `TRUST_PROXY`: addresses, networks (`10.0.0.0/8`) and the names `loopback`, `linklocal`, `uniquelocal`.
 *
 * @throws {TypeError} on anything else
 */
export const compileTrust = (trusted: readonly string[]): TrustAddress =>
  trusted.length === 0 ? () => false : proxyAddr.compile([...trusted]);

/**
 * Returns the address of the client behind the trusted proxies. Each proxy appends the address of its peer to
 * `X-Forwarded-For`, so the client is the rightmost address that is not a trusted proxy. Addresses to its left were
 * sent by the client and are not trusted.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: TrustAddress,
): string {
  const { remoteAddress = '' } = request.socket;
  if (request.headers['x-forwarded-for'] === undefined) return remoteAddress;
  return trust(remoteAddress, 0) ? proxyAddr(request as IncomingMessage, trust) : remoteAddress;
}
