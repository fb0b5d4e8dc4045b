import type { IncomingMessage, ServerResponse } from 'node:http';
import { every, observeTasks } from '@sangwian/node-kit/every';
import { compileTrust } from '@sangwian/node-kit/http/client-address';
import { createGuardedServer } from '@sangwian/node-kit/http/guarded-server';
import type { Logger } from '@sangwian/node-kit/logger';
import { Gauge, Registry } from 'prom-client';
import { ApiClient } from '../api-client.ts';
import { readersEvents } from '../channel/readers-events.ts';
import type { MediaConfig } from '../config.ts';
import { sendError } from '../http/answers.ts';
import { Control } from '../http/control.ts';
import { GrantChecker } from '../http/grant-checker.ts';
import { MEDIA_HTTP_LIMITS } from '../http/media-server.ts';
import { NodeExchange } from '../http/node-exchange.ts';
import { type Revocation, RevocationList } from '../http/revocation-list.ts';
import { createServiceAnswer, listenOn } from '../http/service-answer.ts';
import { readSignallingAddress, Signalling } from '../http/signalling.ts';
import { SYSTEM_CLOCK } from '../stream/clock.ts';
import { openWebRtcLibrary } from '../webrtc/webrtc-library.ts';
import { WebRtcSessions } from '../webrtc/webrtc-sessions.ts';
import { RelayedChannels } from './relayed-channels.ts';

const PRUNE_EVERY_MS = 60_000;
const REPORT_EVERY_MS = 5_000;

export type WebRtcEdgeConfig = Pick<
  MediaConfig,
  | 'host'
  | 'port'
  | 'trustProxy'
  | 'apiInternalUrl'
  | 'internalSecret'
  | 'grantSecret'
  | 'webrtcHost'
  | 'webrtcPort'
  | 'webrtcPeersMax'
> & {
  /** Time for which a channel without viewers is still pulled. */
  readonly unwatchedMsMax?: number;
};

export interface WebRtcEdge {
  /** `webrtc` is a UDP port. */
  readonly ports: { readonly http: number; readonly webrtc: number };
  stop(): Promise<void>;
}

/** Returns the metrics of this process in Prometheus format. */
function createEdgeMetrics(sessions: WebRtcSessions, channels: RelayedChannels) {
  const registry = new Registry();
  observeTasks(registry);
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name: `sangwian_webrtc_edge_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('viewers', 'WebRTC viewers of this edge', () => sessions.size);
  gauge('channels', 'Channels that this edge pulls from an origin', () => channels.pulling);
  return async () => ({ contentType: registry.contentType, text: await registry.metrics() });
}

interface ServerParts {
  readonly signalling: Signalling;
  readonly control: Control;
  readonly metrics: ReturnType<typeof createEdgeMetrics>;
}

function createEdgeServer({ signalling, control, metrics }: ServerParts, logger: Logger) {
  const answerService = createServiceAnswer({ control, metrics });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const address = readSignallingAddress(request.url ?? '');
    if (address !== null) return signalling.handle(request, response, address);
    return answerService(request, response);
  };
  return createGuardedServer(
    (request, response) => {
      answer(request, response).catch((err: unknown) => {
        logger.error({ err, method: request.method }, 'request failed');
        if (response.headersSent) response.destroy();
        else sendError(new NodeExchange(request, response), 'error_occurred');
      });
    },
    { limits: MEDIA_HTTP_LIMITS, logger },
  );
}

/**
 * Starts a WebRTC edge. It pulls each watched channel once from the process that publishes it, and sends it to viewers
 * by WHEP. It checks grants and receives revocations as an origin does. Rejects if a port or WebRTC is not available.
 */
export async function startWebRtcEdge(
  config: WebRtcEdgeConfig,
  logger: Logger,
): Promise<WebRtcEdge> {
  const library = await openWebRtcLibrary(
    { host: config.webrtcHost, port: config.webrtcPort },
    logger,
  );
  if (library === null) throw new Error('WebRTC is not available, so that an edge cannot serve');
  const revocations = new RevocationList();
  const revoke = (list: readonly Revocation[]): void => {
    revocations.add(list, Date.now());
    sessions.recheck();
  };
  const api = new ApiClient({
    url: config.apiInternalUrl,
    secret: config.internalSecret,
    identity: null,
    logger,
    revoke: (body) => revoke(body.revocations),
  });
  const channels = new RelayedChannels({
    secret: config.internalSecret,
    findSource: async (channelId) => {
      const origin = await api.findOrigin(channelId);
      return `${origin}/control/channels/${channelId}`;
    },
    clock: SYSTEM_CLOCK,
    logger,
    ...(config.unwatchedMsMax === undefined ? {} : { unwatchedMsMax: config.unwatchedMsMax }),
  });
  const grants = new GrantChecker(config.grantSecret, revocations);
  const sessions = new WebRtcSessions({
    ...{ library, channels, grants, logger },
    authorise: async () => null,
    peersMax: config.webrtcPeersMax,
    clock: SYSTEM_CLOCK,
  });
  const control = new Control({
    secret: config.internalSecret,
    identity: null,
    revoke,
    channels: () => [],
    ladder: null,
    close: () => false,
    returnToPrimary: () => 'unknown',
    relay: () => false,
    askKeyFrame: () => false,
    still: () => null,
  });
  const trust = compileTrust(config.trustProxy);
  const signalling = new Signalling({ sessions, grants, clock: SYSTEM_CLOCK, trust });
  const metrics = createEdgeMetrics(sessions, channels);
  const server = createEdgeServer({ signalling, control, metrics }, logger);
  const prune = () => revocations.prune(Date.now());
  const tasks = [
    every(PRUNE_EVERY_MS, prune, { name: 'revocation_prune', logger }),
    every(REPORT_EVERY_MS, () => reportReaders(channels, api), { name: 'readers_report', logger }),
  ];
  await api.start();
  const port = await listenOn(server, { host: config.host, port: config.port, logger });
  for (const task of tasks) task.start();
  return {
    ports: { http: port, webrtc: library.endpoint.port },
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
      sessions.stop();
      library.close();
      await channels.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await api.stop();
    },
  };
}

/** Reports the viewers to the API, because the origin only sees the edge. */
function reportReaders(channels: RelayedChannels, api: ApiClient): void {
  const at = new Date(SYSTEM_CLOCK.wallMs()).toISOString();
  for (const [channelId, ids] of channels.watchSessionIds) {
    for (const event of readersEvents(channelId, ids, at)) api.reportEvent(event);
  }
}
