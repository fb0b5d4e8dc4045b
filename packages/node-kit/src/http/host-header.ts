import type { IncomingMessage } from 'node:http';

/** A name or an IPv4 address, or an IPv6 address in brackets; each may be followed by a port (RFC 9110, 7.2). */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

export const isHostValue = (value: string): boolean => HOST.test(value);

/**
 * Whether a request names one host. Of two `Host` headers Node keeps the first and a proxy in front may have taken the
 * second, so a request that has two is refused (RFC 9112, 3.2). HTTP/1.0 may have none.
 */
export function hasOneHost({ rawHeaders, headers, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts === 0) return httpVersion === '1.0';
  return hosts === 1 && isHostValue(headers.host ?? '');
}
