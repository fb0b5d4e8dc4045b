import { lookup } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '@sangwian/node-kit/http/public-address';
import { PUSH_LIMITS } from './push-rules.ts';

const CONNECTIONS_MAX = 50;

/**
 * Resolves a host name to public IP addresses only, since the owner of a domain could point it to a private address.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first, ...rest] = (addresses ?? []).filter(({ address }) => isPublicAddress(address));
    if (error !== null) callback(error, '', 0);
    else if (first === undefined)
      callback(new Error(`${hostname} resolves to a private address`), '', 0);
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

/** Sends requests to push services over keep-alive connections. */
export interface Post {
  /** Sends one request. Does not follow redirects. Rejects on a timeout. */
  send(message: PostedMessage): Promise<PostAnswer>;
  close(): void;
}

export function createPost(): Post {
  const agents = {
    https: new HttpsAgent({ keepAlive: true, maxSockets: CONNECTIONS_MAX }),
    // Plain http is for the sandbox only. `isAllowedEndpoint` refuses every other http URL.
    http: new HttpAgent({ keepAlive: true, maxSockets: CONNECTIONS_MAX }),
  };
  return {
    send: ({ url, headers, body }) =>
      new Promise((resolve, reject) => {
        const secure = url.startsWith('https:');
        const options = {
          method: 'POST',
          headers: { ...headers, 'content-length': body.length },
          signal: AbortSignal.timeout(PUSH_LIMITS.answerMsMax),
        };
        const request = secure
          ? requestHttps(url, { ...options, agent: agents.https, lookup: lookupPublic })
          : requestHttp(url, { ...options, agent: agents.http });
        request.on('error', reject);
        request.on('response', (response) => {
          // The response body is discarded. The timeout ends a body that never ends.
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
