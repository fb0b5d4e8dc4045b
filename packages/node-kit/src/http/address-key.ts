import { isIPv6 } from 'node:net';

const NETWORK_GROUPS = 4;

/** Whoever has one IPv6 address has its /64; counting single ones would count nobody. */
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
