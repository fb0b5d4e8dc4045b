import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';

interface OwnAnswer {
  readonly type: string;
  readonly body: string;
}

/** A proxy of the running site that can delay answers and lose files. */
export interface DoctoredSite {
  readonly url: string;
  /** Requests in order of arrival, such as `GET /wallet`. */
  readonly requests: readonly string[];
  /** Answers one address itself; `null` lets the site answer again. */
  answer(address: string, own: OwnAnswer | null): void;
  /** Holds matching requests until `release`. */
  hold(pattern: RegExp): void;
  /** Answers matching requests with 404, as after a deployment. */
  lose(pattern: RegExp): void;
  /** Forwards the held requests and holds no more. */
  release(): void;
  /** Stops losing files. */
  mend(): void;
  /** Counts the held requests. */
  held(): number;
  close(): Promise<void>;
}

const LOST = '/assets/of-an-earlier-build.js';

/** Starts such a proxy for the site at `url`. It does not forward sockets. */
export async function doctorSite(url: string): Promise<DoctoredSite> {
  const { hostname, port } = new URL(url);
  let held: RegExp | null = null;
  let lost: RegExp | null = null;
  const waiting = new Map<ServerResponse, () => void>();
  const ownAnswers = new Map<string, OwnAnswer>();
  const requests: string[] = [];
  const server = createServer((near, answer) => {
    const address = near.url ?? '/';
    requests.push(`${near.method} ${address}`);
    const own = ownAnswers.get(address);
    if (own !== undefined) {
      answer.writeHead(200, { 'content-type': own.type, 'cache-control': 'no-store' });
      answer.end(own.body);
      return;
    }
    const pass = (): void => {
      waiting.delete(answer);
      const path = lost?.test(address) ? LOST : address;
      const far = request(
        { hostname, port, path, method: near.method, headers: near.headers },
        (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(answer);
        },
      );
      far.on('error', () => answer.destroy());
      near.pipe(far);
    };
    if (!held?.test(address)) return pass();
    waiting.set(answer, pass);
    // The browser may abort a held request.
    answer.on('close', () => waiting.delete(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `http://localhost:${address.port}`,
    requests,
    answer: (path, own) => {
      if (own === null) ownAnswers.delete(path);
      else ownAnswers.set(path, own);
    },
    hold: (pattern) => {
      held = pattern;
    },
    lose: (pattern) => {
      lost = pattern;
    },
    release: () => {
      held = null;
      for (const pass of [...waiting.values()]) pass();
    },
    mend: () => {
      lost = null;
    },
    held: () => waiting.size,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
