import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether `X-Forwarded-For` of this address is believed. */
export type TrustAddress = (address: string, hop: number) => boolean;

/**
 * Reads `TRUST_PROXY`: addresses, networks (`10.0.0.0/8`) and the names `loopback`, `linklocal`, `uniquelocal`.
 *
 * @throws {TypeError} on anything else
 */
export const compileTrust = (trusted: readonly string[]): TrustAddress =>
  trusted.length === 0 ? () => false : proxyAddr.compile([...trusted]);

/**
 * The address of the client behind the trusted proxies. `X-Forwarded-For` is read from the right, since each proxy
 * appends the address that it saw: the first address that is not a trusted proxy is the client. What stands left of it
 * is the client's own claim.
 */
export function clientAddress(
  request: Pick<IncomingMessage, 'headers' | 'socket'>,
  trust: TrustAddress,
): string {
  const { remoteAddress = '' } = request.socket;
  if (request.headers['x-forwarded-for'] === undefined) return remoteAddress;
  return trust(remoteAddress, 0) ? proxyAddr(request as IncomingMessage, trust) : remoteAddress;
}
