import type { IncomingMessage, ServerResponse } from 'node:http';
import { every, observeTasks } from '@sangwian/node-kit/every';
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
import {
  createServiceAnswer,
  listenOn,
  type ServiceAnswerOptions,
} from '../http/service-answer.ts';
import { SYSTEM_CLOCK } from '../stream/clock.ts';
import { VerdictBans } from './verdict-bans.ts';
import { Verdicts } from './verdicts.ts';

const PRUNE_EVERY_MS = 60_000;
const REPORT_EVERY_MS = 5_000;

export type GateConfig = Pick<
  MediaConfig,
  'host' | 'port' | 'apiInternalUrl' | 'internalSecret' | 'grantSecret' | 'banUrl'
>;

export interface GateProcess {
  readonly ports: { readonly http: number };
  stop(): Promise<void>;
}

/** Returns the metrics of this process in Prometheus format. */
function createGateMetrics(
  verdicts: Verdicts,
  revocations: RevocationList,
): ServiceAnswerOptions['metrics'] {
  const registry = new Registry();
  observeTasks(registry);
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `sangwian_gate_${name}`, help, labelNames, registers: [registry] });
  const answers = gauge('verdicts_total', 'Verdicts given to the edge', ['verdict']);
  const revoked = gauge('revocations', 'Revoked watch sessions');
  return async () => {
    answers.set({ verdict: 'admitted' }, verdicts.counts.admitted);
    answers.set({ verdict: 'refused' }, verdicts.counts.refused);
    revoked.set(revocations.size);
    return { contentType: registry.contentType, text: await registry.metrics() };
  };
}

function createGateServer(
  verdicts: Verdicts,
  service: ServiceAnswerOptions,
  logger: Logger,
): ReturnType<typeof createGuardedServer> {
  const answerService = createServiceAnswer(service);
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url?.startsWith('/gate/') !== true) return answerService(request, response);
    verdicts.handle(new NodeExchange(request, response));
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
 * Starts a gate, which checks grants for the edge on its host. It receives revocations as an origin does, but has no
 * streams. Rejects if its port is not available.
 */
export async function startGate(config: GateConfig, logger: Logger): Promise<GateProcess> {
  const { banUrl } = config;
  const revocations = new RevocationList();
  const bans = banUrl === '' ? null : new VerdictBans({ url: banUrl, logger });
  const revoke = (list: readonly Revocation[]): void => {
    const added = list.filter(({ watchSessionId }) => !revocations.has(watchSessionId));
    revocations.add(added, Date.now());
    bans?.ban(added.map(({ watchSessionId }) => watchSessionId));
  };
  const api = new ApiClient({
    url: config.apiInternalUrl,
    secret: config.internalSecret,
    identity: null,
    logger,
    revoke: (body) => revoke(body.revocations),
  });
  const verdicts = new Verdicts({
    grants: new GrantChecker(config.grantSecret, revocations),
    grantSecret: config.grantSecret,
    hasBans: bans !== null,
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
  const metrics = createGateMetrics(verdicts, revocations);
  const server = createGateServer(verdicts, { control, metrics }, logger);
  const tasks = [
    every(PRUNE_EVERY_MS, () => revocations.prune(Date.now()), {
      name: 'revocation_prune',
      logger,
    }),
    every(REPORT_EVERY_MS, () => reportReaders(verdicts, api), { name: 'readers_report', logger }),
  ];
  await api.start();
  const port = await listenOn(server, { host: config.host, port: config.port, logger });
  for (const task of tasks) task.start();
  return {
    ports: { http: port },
    stop: async () => {
      await Promise.all(tasks.map((task) => task.stop()));
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await bans?.stop();
      await api.stop();
    },
  };
}

/** Reports the viewers of the edge to the API, because the origin receives requests of the edge only. */
function reportReaders(verdicts: Verdicts, api: ApiClient): void {
  const at = new Date(SYSTEM_CLOCK.wallMs()).toISOString();
  for (const [channelId, seen] of verdicts.takeSeen()) {
    for (const event of readersEvents(channelId, [...seen], at)) api.reportEvent(event);
  }
}
