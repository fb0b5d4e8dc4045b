import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

interface OwnAnswer {
  readonly type: string;
  readonly body: string;
}

/** A proxy of the running site that can delay responses and simulate missing files. */
export interface DoctoredSite {
  readonly url: string;
  /** Requests in order of arrival, such as `GET /wallet`. */
  readonly requests: readonly string[];
  /** Sets a fixed response for a URL. `null` restores the site's response. */
  answer(address: string, own: OwnAnswer | null): void;
  /** Delays matching requests until `release`. */
  hold(pattern: RegExp): void;
  /** Sends the response of a URL up to the first match, and the rest after `release`. */
  pauseAfter(address: string, pattern: RegExp): void;
  /** Answers matching requests with 404, as after a deployment. */
  lose(pattern: RegExp): void;
  /** Forwards delayed requests and the rest of paused responses, and stops delaying. */
  release(): void;
  /** Stops answering with 404. */
  mend(): void;
  /** Returns the number of delayed requests. */
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
  let pause: { readonly address: string; readonly pattern: RegExp } | null = null;
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
      const cut = pause?.address === address ? pause.pattern : null;
      const headers = cut === null ? near.headers : { ...near.headers, 'accept-encoding': '' };
      const far = request(
        { hostname, port, path, method: near.method, headers },
        async (response) => {
          answer.writeHead(response.statusCode ?? 502, response.headers);
          if (cut === null) return response.pipe(answer);
          const whole = await text(response);
          const match = cut.exec(whole);
          const end = (match?.index ?? 0) + (match?.[0].length ?? 0);
          answer.write(whole.slice(0, end));
          waiting.set(answer, () => answer.end(whole.slice(end)));
        },
      );
      far.on('error', () => answer.destroy());
      near.pipe(far);
    };
    if (!held?.test(address)) return pass();
    waiting.set(answer, pass);
    // The browser may abort a delayed request.
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
    pauseAfter: (path, pattern) => {
      pause = { address: path, pattern };
    },
    release: () => {
      held = null;
      pause = null;
      for (const pass of [...waiting.values()]) pass();
      waiting.clear();
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
