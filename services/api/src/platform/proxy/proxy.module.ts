import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TrustAddress } from '@sangwian/node-kit/http/client-address';
import type { Logger } from '@sangwian/node-kit/logger';
import type { ApiModule } from '../http/handler.ts';
import { createForward, type Forward } from './forward.ts';
import { EDGE_PARAMETER, WhepEdges } from './whep-edges.ts';

export interface ProxyOptions {
  /** If empty, requests below `/media` fail with `unavailable`. */
  readonly mediaInternalUrl: string;
  /**
   * Returns the URL of the media process that publishes the channel; `null` for the media process at
   * `mediaInternalUrl`.
   */
  readonly findOrigin: (channelId: string) => string | null;
  /** URLs of the WebRTC edges. If empty, the media process that publishes a channel sends to all of its viewers. */
  readonly whepUrls: readonly string[];
  /** The secret of our own processes. */
  readonly internalSecret: string;
  /** If empty, there is no sandbox, and paths below `/sandbox` do not exist. */
  readonly sandboxUrl: string;
  readonly trust: TrustAddress;
  readonly logger: Logger;
}

const isBelow = (url: string, path: string): boolean =>
  url.startsWith(path) && ['/', '?', undefined].includes(url[path.length]);

/** The channel in `/media/{channel_id}/…` and `/media/g/{grant}/{channel_id}/…`. */
const CHANNEL = /^\/media\/(?:g\/[^/?]*\/)?([a-z0-9-]{1,63})\//;

/** Matches the WHEP endpoint of a channel and the WHEP sessions below it. */
const WHEP = /^\/media\/[a-z0-9-]{1,63}\/whep(\/[^/?]+)?(?:\?|$)/;

/** Finds the WebRTC edge of a request; `null` if the media process that publishes the channel handles it. */
function findEdge(edges: WhepEdges, { url = '', headers }: IncomingMessage) {
  const whep = WHEP.exec(url);
  if (whep === null) return null;
  const [, session] = whep;
  const query = new URLSearchParams(url.split('?', 2)[1]);
  if (session !== undefined) return edges.find(query.get(EDGE_PARAMETER) ?? '');
  return edges.choose(query.get('token') ?? headers.authorization ?? '');
}

/** Forwards requests to the media process of the channel in the path, and requests of WebRTC viewers to an edge. */
function createMediaForward(
  { mediaInternalUrl, findOrigin, trust, logger }: ProxyOptions,
  edges: WhepEdges,
): Forward {
  const forwards = new Map<string, Forward>();
  const forwardTo = (origin: string, createdQuery?: string): Forward => {
    const created = createdQuery === undefined ? {} : { createdQuery };
    const known = forwards.get(origin) ?? createForward({ origin, trust, logger, ...created });
    forwards.set(origin, known);
    return known;
  };
  const forward = (request: IncomingMessage, response: ServerResponse): void => {
    const edge = findEdge(edges, request);
    if (edge !== null) {
      forwardTo(edge.url, `${EDGE_PARAMETER}=${edge.name}`)(request, response);
      return;
    }
    const [, channelId = ''] = CHANNEL.exec(request.url ?? '') ?? [];
    const origin = channelId === '' ? null : findOrigin(channelId);
    forwardTo(origin ?? mediaInternalUrl)(request, response);
  };
  return Object.assign(forward, {
    close: () => {
      for (const { close } of forwards.values()) close();
    },
  });
}

/** Forwards `/media/*` to the media process and `/sandbox/*` to the sandbox. Other paths are not forwarded. */
export function createProxyModule(options: ProxyOptions): ApiModule {
  const { logger, trust } = options;
  const edges = new WhepEdges({ urls: options.whepUrls, secret: options.internalSecret, logger });
  const media = createMediaForward(options, edges);
  const sandbox = createForward({ origin: options.sandboxUrl, trust, logger });
  return {
    intercept: (request, response) => {
      const { url = '' } = request;
      if (url.startsWith('/media/')) {
        media(request, response);
        return true;
      }
      if (options.sandboxUrl !== '' && isBelow(url, '/sandbox')) {
        sandbox(request, response);
        return true;
      }
      return false;
    },
    missing: async () => edges.gaps,
    start: () => edges.start(),
    stop: async () => {
      await edges.stop();
      media.close();
      sandbox.close();
    },
  };
}
