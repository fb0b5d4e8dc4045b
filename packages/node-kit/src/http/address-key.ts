import { isIPv6 } from 'node:net';

const NETWORK_GROUPS = 4;

/**
 * Returns the key under which an IP address is counted. IPv6 clients are counted by /64, because each of them has a
 * whole /64.
 */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  if (ip.startsWith('::ffff:')) return ip.slice('::ffff:'.length);
  const [head = '', tail = ''] = ip.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const gap = ip.includes('::') ? Math.max(0, 8 - front.length - back.length) : 0;
  const groups = [...front, ...Array<string>(gap).fill('0'), ...back];
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}
