import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { parseRestreamUrl, type RestreamAddress } from '@sangwian/contract/rules/restream-url';
import { isPublicAddress } from '@sangwian/node-kit/http/public-address';

/** Finds the addresses of a host. */
export type FindAddresses = (host: string) => Promise<readonly string[]>;

const findByDns: FindAddresses = async (host) =>
  isIP(host) !== 0 ? [host] : (await lookup(host, { all: true })).map(({ address }) => address);

/** A target whose address was checked; connections go to `ip`, whatever the name points to later. */
export interface ResolvedTarget extends RestreamAddress {
  readonly ip: string;
}

/**
 * Resolves a target's server. A name with several addresses gives another one at each attempt.
 *
 * @param privateHosts hosts that may have private addresses
 */
export async function resolveTarget(
  url: string,
  { privateHosts, attempt }: { privateHosts: readonly string[]; attempt: number },
  find: FindAddresses = findByDns,
): Promise<ResolvedTarget | 'address_refused' | 'unreachable'> {
  const target = parseRestreamUrl(url);
  if (target === null) return 'address_refused';
  const found = await find(target.host).catch(() => []);
  if (found.length === 0) return 'unreachable';
  const allowed = privateHosts.includes(target.host) ? found : found.filter(isPublicAddress);
  const ip = allowed[attempt % Math.max(1, allowed.length)];
  return ip === undefined ? 'address_refused' : { ...target, ip };
}
