import type { IncomingMessage } from 'node:http';

/** A name, an IPv4 address or an IPv6 address in brackets, with an optional port (RFC 9110, 7.2). */
const HOST = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

export const isHostValue = (value: string): boolean => HOST.test(value);

/**
 * Whether a request names exactly one host. With two `Host` headers Node uses the first, but a proxy may use the
 * second, so such requests are refused (RFC 9112, 3.2). HTTP/1.0 requests may have no `Host` header.
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
