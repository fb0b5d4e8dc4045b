import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { ApiConfig } from './config/config.ts';
import { createLiveReader, createLiveUnlocks } from './domains/live/lives/lives.module.ts';
import type { PaymentProvider } from './domains/money/orders/orders.module.ts';
import { createSpending } from './domains/money/spending/spending.module.ts';
import { createTransferProvider } from './domains/money/transfers/transfers.module.ts';
import { createWallet } from './domains/money/wallet/wallet.module.ts';
import { composeAccount, composeIdentity } from './identity.compose.ts';
import { composeLive } from './live.compose.ts';
import { composeMoney } from './money.compose.ts';
import { composeOperations } from './operations.compose.ts';
import { type Bus, createBusModule, createInProcessBus } from './platform/bus/bus.ts';
import { DatabaseTrouble } from './platform/database/database-trouble.ts';
import { createPartitionModule } from './platform/database/partitions.module.ts';
import { createHealthModule } from './platform/health/health.module.ts';
import { createAnswerCall } from './platform/http/answer-call.ts';
import { buildApp, buildInternalApp } from './platform/http/app.ts';
import { collectHandlers } from './platform/http/collect-handlers.ts';
import { createDrainModule } from './platform/http/drain.module.ts';
import type { ApiModule } from './platform/http/handler.ts';
import { portOf, runServers } from './platform/http/run-servers.ts';
import { createJobsModule, createQueueModule } from './platform/jobs/jobs.module.ts';
import { createNodeAgreement, markSecrets } from './platform/nodes/node-agreement.ts';
import { createNodeReporter, type NodeReporterDeps } from './platform/nodes/node-reporter.ts';
import { type Clock, systemClock } from './platform/time/clock.ts';
import { composePlatform, type Platform } from './platform.compose.ts';
import type { Database } from './schema/database.ts';
import { composeSite } from './site.compose.ts';
import { composeSport } from './sport.compose.ts';

export interface ApiDeps {
  readonly config: ApiConfig;
  readonly db: Kysely<Database>;
  /** Connection pool for transactions that move coins or baht (decision 42). Defaults to `db`. */
  readonly moneyDb?: Kysely<Database>;
  /** Connection without a pooler, for session-level locks. Defaults to `db`. */
  readonly directDb?: Kysely<Database>;
  /** A read replica, for reads whose results may be some seconds old. */
  readonly replicaDb?: Kysely<Database> | null;
  readonly logger: Logger;
  readonly bus?: Bus;
  readonly clock?: Clock;
  /** Records refusals by the database. Pass the same object to `createDatabase`. */
  readonly trouble?: DatabaseTrouble;
  /** Payment providers in addition to the configured companies. */
  readonly paymentProviders?: readonly PaymentProvider[];
}

export interface Api {
  /** The public server. */
  readonly app: FastifyInstance;
  /** The server for our own processes, on loopback. */
  readonly internal: FastifyInstance;
  /** Starts both servers and the background work. Returns the bound ports. */
  start(): Promise<{ readonly http: number; readonly internal: number }>;
  /** Drains this node: for `drainMs` it is not ready but still serves requests. */
  drain(): Promise<void>;
  /** Waits for requests in progress, then stops everything except the database connections. */
  stop(): Promise<void>;
}

/** Creates the modules of all domains except the site. */
function composeDomains(platform: Platform, paymentProviders: readonly PaymentProvider[]) {
  const { db, moneyDb, clock, idempotency } = platform;
  const wallet = createWallet(db);
  const spending = createSpending(moneyDb, clock);
  const live = createLiveReader(db);
  const identity = composeIdentity(platform, wallet);
  const ports = {
    wallet,
    spending,
    identity,
    live,
    unlocks: createLiveUnlocks(),
    paymentProviders,
  };
  const money = composeMoney(platform, ports);
  const sport = composeSport(platform, identity);
  const { members, registration, sessions, accountStatus, sockets } = identity;
  const lives = composeLive(platform, { live, identity, money, sport, sockets });
  const { orders, payments, slips, redeem } = money;
  const { watch, chat, gifts, replays, clips, scorecards } = lives;
  const { predict, reminders, push, follows, notices } = sport;
  const account = composeAccount(platform, identity, {
    wallet,
    spending,
    chat,
    clips,
    predict,
    scorecards,
    reminders,
    replays,
    push,
    follows,
    notices,
    closeOrdersOf: orders.closeOrdersOf,
    forgetPayments: payments.forgetMember,
    forgetAnswers: idempotency.forgetMember,
    // The order is that of the sections in the export.
    exporters: [
      ...[members, registration, sessions, accountStatus],
      ...[wallet, spending, orders, payments, slips, redeem],
      ...[live, watch, replays, chat, gifts, clips, scorecards],
      ...[predict, reminders, push, follows, notices],
    ].map(({ exportOf }) => exportOf),
  });
  const operations = composeOperations(platform, money, lives, {
    ...{ live, sockets, identity, account, predict },
  });
  const modules: readonly ApiModule[] = [
    ...platform.modules,
    ...identity.modules,
    account,
    ...money.modules,
    ...sport.modules,
    ...lives.modules,
    // Stopped before the modules that the sockets call.
    sockets.module,
    ...operations.modules,
  ];
  const { authenticateStaff, auditTrail } = operations;
  const countViewers = async (): Promise<number> =>
    [...(await lives.viewers.ofLives()).values()].reduce((sum, count) => sum + count, 0);
  return {
    ...{ modules, sockets, countViewers, hasOtherMedia: lives.origins.hasOther },
    ...{ authenticate: sessions.authenticate, authenticateStaff, auditTrail },
  };
}

interface HealthPorts extends Pick<NodeReporterDeps, 'sockets' | 'countViewers'> {
  readonly hasOtherMedia: () => Promise<boolean>;
  readonly trouble: DatabaseTrouble;
}

/** Creates the readiness checks of the database, the media process, the disk and the modules, and this node's reports. */
function composeHealth(
  { config, db, node, bus, logger }: Platform,
  modules: readonly ApiModule[],
  { trouble, hasOtherMedia, ...ports }: HealthPorts,
): ApiModule[] {
  const media = {
    url: config.upstream.mediaInternalUrl,
    secret: config.secrets.internalSecret,
    pictureNeeded: config.upstream.demoPicture,
    isElsewhere: config.upstream.mediaPublicUrl !== '',
    hasOther: hasOtherMedia,
  };
  const { dataDir: folder, freeDiskBytesMin: freeBytesMin } = config.storage;
  const disk = { folder, freeBytesMin, trouble };
  const secretsMark = markSecrets([
    ...Object.values(config.secrets),
    ...[config.otp.secret, config.staff.secret, config.providers.tokenSecret],
  ]);
  const agreement = createNodeAgreement({ db, node, secretsMark, logger });
  const health = createHealthModule({ db, modules: [...modules, agreement], media, disk });
  const { findGaps } = health;
  const reported = { db, node, secretsMark, bus, logger, media, disk, findGaps };
  return [health, agreement, createNodeReporter({ ...ports, ...reported })];
}

/** Creates the API on a database. `start` makes it listen. */
export async function createApi(deps: ApiDeps): Promise<Api> {
  const { config, db, logger } = deps;
  const bus = deps.bus ?? createInProcessBus();
  const clock = deps.clock ?? systemClock;
  const platform = composePlatform({
    ...{ ...deps, bus, clock },
    moneyDb: deps.moneyDb ?? db,
    directDb: deps.directDb ?? db,
    replicaDb: deps.replicaDb ?? null,
  });
  const domains = composeDomains(
    platform,
    deps.paymentProviders ?? [createTransferProvider(config.transfers, clock)],
  );
  const routes = collectHandlers(domains.modules);
  const answerCall = createAnswerCall(config.http);
  const listening = { port: config.http.port };
  const site = await composeSite(platform, {
    routes,
    answerCall,
    listeningUrl: () => config.http.publicUrl || `http://localhost:${listening.port}`,
  });
  const { sockets, countViewers, hasOtherMedia } = domains;
  const draining = createDrainModule(sockets, logger);
  const observed = [
    createBusModule(bus, config.database.redisUrl),
    ...domains.modules,
    site.pages,
    draining,
    createQueueModule(db),
  ];
  const trouble = deps.trouble ?? new DatabaseTrouble();
  const health = composeHealth(platform, observed, {
    ...{ sockets, countViewers, trouble, hasOtherMedia },
  });
  const served = [
    ...health,
    createPartitionModule(db),
    ...domains.modules,
    ...site.modules,
    draining,
  ];
  const jobs = createJobsModule({
    db,
    url: config.database.directUrl,
    tasks: served.flatMap(({ tasks }) => tasks ?? []),
    logger,
  });
  // The job module starts after the modules whose tasks it runs, and stops before them.
  const modules = [...served, jobs];
  const { authenticate, authenticateStaff, auditTrail } = domains;
  const app = await buildApp({
    ...{ config, clock, logger, modules, routes },
    ...{ authenticate, authenticateStaff, answerCall, auditTrail },
    counters: platform.counters,
  });
  const internal = await buildInternalApp({ config, logger, modules });
  const servers = runServers({ app, internal, modules, logger });
  return {
    app,
    internal,
    start: async () => {
      await internal.listen({ host: config.http.internalHost, port: config.http.internalPort });
      await app.listen({ host: config.http.host, port: config.http.port });
      listening.port = portOf(app);
      await servers.startModules();
      return { http: listening.port, internal: portOf(internal) };
    },
    drain: () => draining.drain(config.http.drainMs),
    stop: servers.stop,
  };
}
