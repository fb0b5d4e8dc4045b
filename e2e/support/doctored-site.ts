import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';

interface OwnAnswer {
  readonly type: string;
  readonly body: string;
}

/** The running site behind a way that slows some of its answers, or loses some of its files. */
export interface DoctoredSite {
  readonly url: string;
  /** Every request that arrived, `GET /wallet`, in order. */
  readonly requests: readonly string[];
  /** Answers one address itself; `null`: the site answers again. */
  answer(address: string, own: OwnAnswer | null): void;
  /** Requests whose address matches get no answer until `release`. */
  hold(pattern: RegExp): void;
  /** Requests whose address matches ask the site for a file that it does not have, as after a deployment. */
  lose(pattern: RegExp): void;
  /** Nothing is held any more; what waits goes on. */
  release(): void;
  /** Nothing is lost any more. */
  mend(): void;
  /** How many requests wait for their answer. */
  held(): number;
  close(): Promise<void>;
}

const LOST = '/assets/of-an-earlier-build.js';

/** Puts a slow, forgetful way before the site at `url`. It carries no sockets. */
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
    // A browser that gives up has closed its side.
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
