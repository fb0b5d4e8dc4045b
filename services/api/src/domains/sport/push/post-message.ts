import { lookup } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { PUSH_LIMITS } from './push-rules.ts';

const CONNECTIONS_MAX = 50;

/** Addresses that are nobody's outside: our own machine and network, and what is reserved. */
const INSIDE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  INSIDE.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  INSIDE.addSubnet(network, bits, 'ipv6');
}

/** Whether an IP address is one of the public network. */
export const isPublicAddress = (address: string): boolean =>
  !INSIDE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

/** Looks a name up, and finds nothing where it leads inside: whoever owns a name decides where it leads. */
export const lookupOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first, ...rest] = (addresses ?? []).filter(({ address }) => isPublicAddress(address));
    if (error !== null) callback(error, '', 0);
    else if (first === undefined) callback(new Error(`${hostname} leads inside`), '', 0);
    else if (options.all === true) callback(null, [first, ...rest]);
    else callback(null, first.address, first.family);
  });
};

export interface PostedMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface PostAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** Posts to push services over connections that are kept. */
export interface Post {
  /** Never follows a redirect. Rejects where no answer came in time. */
  send(message: PostedMessage): Promise<PostAnswer>;
  close(): void;
}

export function createPost(): Post {
  const agents = {
    https: new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS_MAX }),
    // The sandbox alone is reached so; the rules of endpoints see to that.
    http: new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS_MAX }),
  };
  return {
    send: ({ url, headers, body }) =>
      new Promise((resolve, reject) => {
        const secure = url.startsWith('https:');
        const options = {
          method: 'POST',
          headers: { ...headers, 'content-length': body.length },
          signal: AbortSignal.timeout(PUSH_LIMITS.answerMs),
        };
        const request = secure
          ? requestHttps(url, { ...options, agent: agents.https, lookup: lookupOutside })
          : requestHttp(url, { ...options, agent: agents.http });
        request.on('error', reject);
        request.on('response', (response) => {
          // What it says beside the status is for nobody; an endless answer ends with the time.
          response.on('error', () => {});
          response.resume();
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: response.headers['retry-after'],
          });
        });
        request.end(body);
      }),
    close: () => {
      agents.https.destroy();
      agents.http.destroy();
    },
  };
}
