import { compileTrust } from '@sangwian/node-kit/http/client-address';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import packageJson from '../package.json' with { type: 'json' };
import type { ApiConfig } from './config/config.ts';
import { otpCountriesOf } from './config/otp-settings.ts';
import { createAccountModule } from './domains/identity/account/account.module.ts';
import { createStandingModule } from './domains/identity/account-status/account-status.module.ts';
import { createMembers, createMembersModule } from './domains/identity/members/members.module.ts';
import { createOtpModule } from './domains/identity/otp/otp.module.ts';
import {
  createPartnersModule,
  createPurchases,
} from './domains/identity/partners/partners.module.ts';
import { createPasswordsModule } from './domains/identity/passwords/passwords.module.ts';
import { createPastPhones } from './domains/identity/past-phones/past-phones.module.ts';
import { createProofs } from './domains/identity/proofs/proofs.module.ts';
import { createProvidersModule } from './domains/identity/providers/providers.module.ts';
import { createRegistrationModule } from './domains/identity/registration/registration.module.ts';
import { createSessions } from './domains/identity/sessions/sessions.module.ts';
import { createSms } from './domains/identity/sms/sms.module.ts';
import { createShowModule } from './domains/live/bout-control/bout-control.module.ts';
import { createChat, createChatModule } from './domains/live/chat/chat.module.ts';
import { createGiftsModule } from './domains/live/gifts/gifts.module.ts';
import {
  createLiveModule,
  createLiveReader,
  createLiveUnlocks,
} from './domains/live/lives/lives.module.ts';
import { createMediaHooksModule } from './domains/live/media-hooks/media-hooks.module.ts';
import { createSocketsModule } from './domains/live/room/room.module.ts';
import { createWatchCounts, createWatchModule } from './domains/live/watch/watch.module.ts';
import { createCoins, createCoinsModule } from './domains/money/coins/coins.module.ts';
import { createOrdersModule, type PaymentProvider } from './domains/money/orders/orders.module.ts';
import { createPartnerPurchasesModule } from './domains/money/partner-purchases/partner-purchases.module.ts';
import { createPaymentsModule } from './domains/money/payments/payments.module.ts';
import { createRatesModule } from './domains/money/rates/rates.module.ts';
import { createRedeemModule } from './domains/money/redeem/redeem.module.ts';
import { createSlips } from './domains/money/slips/slips.module.ts';
import {
  createTransferProvider,
  createTransfersModule,
} from './domains/money/transfers/transfers.module.ts';
import { createWallet, createWalletModule } from './domains/money/wallet/wallet.module.ts';
import { createOrderDeskModule } from './domains/operations/order-desk/order-desk.module.ts';
import { createDocsModule } from './domains/site/api-docs/api-docs.module.ts';
import { createDiscoveryModule } from './domains/site/discovery/discovery.module.ts';
import { loadWeb } from './domains/site/pages/load-web.ts';
import { createPagesModule, createRenderAdmission } from './domains/site/pages/pages.module.ts';
import { createShareCardsModule } from './domains/site/share-cards/share-cards.module.ts';
import { createFightersModule } from './domains/sport/fighters/fighters.module.ts';
import { createPredictModule } from './domains/sport/predict/predict.module.ts';
import { createProgramModule } from './domains/sport/programme/programme.module.ts';
import { createPush, createPushModule } from './domains/sport/push/push.module.ts';
import { createRemindersModule } from './domains/sport/reminders/reminders.module.ts';
import { createPaymentCompanies } from './payment-companies.ts';
import { type Bus, createBusModule, createInProcessBus } from './platform/bus/bus.ts';
import { DatabaseTrouble } from './platform/database/database-trouble.ts';
import { createHealthModule } from './platform/health/health.module.ts';
import { createAnswerCall } from './platform/http/answer-call.ts';
import { buildApp, buildInternalApp } from './platform/http/app.ts';
import { createCallInProcess } from './platform/http/call-in-process.ts';
import { collectHandlers } from './platform/http/collect-handlers.ts';
import type { ApiModule } from './platform/http/handler.ts';
import {
  createIdempotency,
  createIdempotencyModule,
} from './platform/idempotency/idempotency.module.ts';
import { createGuesses, createGuessesModule } from './platform/limits/guesses/guesses.module.ts';
import { createProxyModule } from './platform/proxy/proxy.module.ts';
import { type Clock, systemClock } from './platform/time/clock.ts';
import { createSampleSeasonModule } from './sample-season/sample-season.module.ts';
import type { Database } from './schema/database.ts';

const IDLE_SWEEP_MS = 50;

export interface ApiDeps {
  readonly config: ApiConfig;
  readonly db: Kysely<Database>;
  /** A pool of connections for what moves coins or baht (decision 42); `db` without it. */
  readonly moneyDb?: Kysely<Database>;
  readonly logger: Logger;
  readonly bus?: Bus;
  readonly clock?: Clock;
  /** Knows what the database refused; it has to be given to `createDatabase`, too. */
  readonly trouble?: DatabaseTrouble;
  /** Who takes baht beside the companies of the configuration. */
  readonly paymentProviders?: readonly PaymentProvider[];
}

export interface Api {
  /** What everybody outside reaches. */
  readonly app: FastifyInstance;
  /** What our own processes reach, on loopback. */
  readonly internal: FastifyInstance;
  /** Listens on both, and begins the background work. Returns the ports that are really listened on. */
  start(): Promise<{ readonly http: number; readonly internal: number }>;
  /** Lets running calls end, then ends everything but the database. */
  stop(): Promise<void>;
}

interface Composition {
  readonly modules: readonly ApiModule[];
  readonly authenticate: ReturnType<typeof createSessions>['authenticate'];
}

/** The modules of the contract's endpoints, each with what it needs of the others: one way, through `*.module.ts`. */
function composeModules({
  config,
  db,
  moneyDb,
  logger,
  bus,
  clock,
  paymentProviders,
}: Required<Omit<ApiDeps, 'trouble'>>): Composition {
  const { grantSecret, internalSecret, mediaInternalUrl, mediaPublicUrl } = config;
  const publicUrl = config.publicUrl || `http://localhost:${config.port}`;
  const base = { db, bus, clock, logger };
  /** For modules that move coins or baht: however many reads wait for `db`, these do not. */
  const money = { ...base, db: moneyDb };
  const wallet = createWallet(db);
  const idempotency = createIdempotency(moneyDb);
  const sessions = createSessions(db, bus, clock);
  const members = createMembers(db, wallet);
  const proofs = createProofs(db, clock);
  const sms = createSms(config.sms, logger);
  /** What every module of members stands on; each names in its own type what it takes of it. */
  const identity = { ...base, members, sessions, proofs };
  const standing = createStandingModule(identity);
  const guesses = createGuesses(db, clock);
  const passwords = createPasswordsModule({ ...identity, guesses, sms });
  const registration = createRegistrationModule(identity);
  const pastPhones = createPastPhones(clock, config.phoneHashSecret);
  const providers = createProvidersModule({
    ...identity,
    pastPhones,
    sms,
    settings: config.providers,
    publicUrl,
  });
  const live = createLiveReader(db);
  const viewers = createWatchCounts(db, clock);
  const watch = createWatchModule({ ...base, live, grantSecret, mediaPublicUrl }, viewers);
  const slips = createSlips(db, logger);
  const companies = createPaymentCompanies(config.payments, logger);
  const coins = createCoins(db);
  const orders = createOrdersModule({
    ...money,
    idempotency,
    wallet,
    coins: createCoins(moneyDb),
    slips,
    members,
    hasParentsConsent: registration.hasParentsConsent,
    publicUrl,
    providers: [...paymentProviders, ...companies.map(({ provider }) => provider)],
  });
  const payments = createPaymentsModule({
    ...money,
    orders,
    sources: companies.map(({ events }) => events),
  });
  const redeem = createRedeemModule({
    ...money,
    guesses,
    idempotency,
    members,
    pastPhones,
    wallet,
    live,
    unlocks: createLiveUnlocks(),
  });
  const chat = createChat({ db, bus, clock, live, members });
  const gifts = createGiftsModule({ ...base, moneyDb, live, members, wallet });
  const predict = createPredictModule({ ...base, members });
  const show = createShowModule({ ...base, live, gifts, wallet, redeem, predict });
  const push = createPush(db, clock);
  const reminders = createRemindersModule({ ...base, push });
  return {
    authenticate: sessions.authenticate,
    modules: [
      createMembersModule({ db, sessions, wallet, guesses }),
      createWalletModule({ ...base, wallet }),
      passwords,
      createGuessesModule(base),
      createIdempotencyModule(base),
      createOtpModule({ ...identity, guesses, sms, settings: config.otp }),
      registration,
      providers,
      createPartnersModule({
        ...identity,
        publicUrl,
        handoverSecret: config.handoverSecret,
        purchaseSecret: config.purchaseSecret,
      }),
      standing,
      createAccountModule({
        ...identity,
        wallet,
        chat,
        predict,
        reminders,
        push,
        picturesDir: config.picturesDir,
        pastPhones,
        endLinks: providers.endLinks,
        closeOrdersOf: orders.closeOrdersOf,
        forgetPayments: payments.forgetMember,
        forgetAnswers: idempotency.forgetMember,
        verifyOwnPassword: passwords.verifyOwnPassword,
        exporters: [
          members,
          registration,
          sessions,
          standing,
          wallet,
          orders,
          payments,
          slips,
          redeem,
          live,
          watch,
          chat,
          gifts,
          predict,
          reminders,
          push,
        ].map(({ exportOf }) => exportOf),
      }),
      createCoinsModule(base),
      orders,
      createTransfersModule({
        ...money,
        idempotency,
        orders,
        slips,
        accounts: config.transfers.accounts,
        verifier: null,
      }),
      createOrderDeskModule({ orders, slips }),
      payments,
      createPartnerPurchasesModule({
        ...identity,
        db: moneyDb,
        idempotency,
        coins,
        orders,
        purchases: createPurchases(db, clock, config.purchaseSecret),
        wallet,
      }),
      createRatesModule({ ...base, address: config.rates }),
      redeem,
      createLiveModule({ db, bus, idempotency, wallet, viewers }),
      createProgramModule({ ...base, publicUrl }),
      reminders,
      createPushModule({
        ...base,
        sessions,
        settings: config.push,
        present: reminders.present,
      }),
      createFightersModule(base),
      watch,
      createChatModule(chat, { ...base, live, members }),
      gifts,
      predict,
      show,
      createMediaHooksModule({ ...base, watch, grantSecret, internalSecret, mediaInternalUrl }),
      createSocketsModule({
        appKey: config.appKey,
        authenticate: sessions.authenticate,
        findEnded: sessions.findEnded,
        bus,
        clock,
        chat,
        gifts,
        live,
        viewers,
        wallet,
        watch,
        logger,
        trustProxy: config.trustProxy,
        socketsPerAddressMax: config.socketsPerAddressMax,
      }),
      createSampleSeasonModule({ ...base, show }),
      createProxyModule({
        mediaInternalUrl,
        sandboxUrl: config.sandboxUrl,
        trust: compileTrust(config.trustProxy),
        logger,
      }),
    ],
  };
}

const portOf = (app: FastifyInstance): number => {
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** The whole API on this database; it listens once it is started. */
export async function createApi(deps: ApiDeps): Promise<Api> {
  const { config, db, logger } = deps;
  const bus = deps.bus ?? createInProcessBus();
  const clock = deps.clock ?? systemClock;
  const { modules: subjects, authenticate } = composeModules({
    ...deps,
    moneyDb: deps.moneyDb ?? db,
    bus,
    clock,
    paymentProviders: deps.paymentProviders ?? [createTransferProvider(config.transfers, clock)],
  });
  const routes = collectHandlers(subjects);
  const answerCall = createAnswerCall(config);
  const listening = { port: config.port };
  const listeningUrl = () => config.publicUrl || `http://localhost:${listening.port}`;
  const web = await loadWeb(config.webDist);
  const call = createCallInProcess(routes, answerCall);
  const admission = createRenderAdmission(config.rendersPerAddressMax);
  const shareCards = createShareCardsModule({
    describe: web && ((path, read) => web.renderer.render({ kind: 'card', path }, read)),
    call,
    admission,
    fontsDir: config.fontsDir,
  });
  const pages = createPagesModule({
    web,
    call,
    admission,
    freshMs: config.publicFreshMs,
    publicUrl: listeningUrl,
    mediaPublicUrl: config.mediaPublicUrl,
    tokeniserUrl: config.payments.omise?.scriptUrl ?? '',
    appKey: config.appKey,
    outerSites: config.outerSites,
    contactUrl: config.contactUrl,
    otpCountries: otpCountriesOf(config.otp),
    frameAncestors: config.frameAncestors,
  });
  const health = createHealthModule({
    db,
    modules: [createBusModule(bus), ...subjects, pages],
    media: {
      url: config.mediaInternalUrl,
      secret: config.internalSecret,
      pictureNeeded: config.demoPicture,
    },
    disk: {
      folder: config.dataDir,
      freeBytesMin: config.freeDiskBytesMin,
      trouble: deps.trouble ?? new DatabaseTrouble(),
    },
  });
  const modules = [
    health,
    ...subjects,
    await createDocsModule(packageJson.version),
    shareCards,
    createDiscoveryModule({ db, publicUrl: listeningUrl }),
    pages,
  ];
  const app = await buildApp({ config, logger, modules, routes, authenticate, answerCall });
  const internal = await buildInternalApp({ config, logger, modules });

  return {
    app,
    internal,
    start: async () => {
      await internal.listen({ host: '127.0.0.1', port: config.internalPort });
      await app.listen({ host: config.host, port: config.port });
      listening.port = portOf(app);
      for (const module of modules) await module.start?.();
      return { http: listening.port, internal: portOf(internal) };
    },
    stop: async () => {
      // From now on nobody new is let in; who is in may finish, but sockets and players have to be told to go.
      const closed = Promise.all([app.close(), internal.close()]);
      // A server closes the connections that are idle when it is asked, not those that become so later.
      const sweep = setInterval(() => {
        app.server.closeIdleConnections();
        internal.server.closeIdleConnections();
      }, IDLE_SWEEP_MS);
      try {
        for (const module of [...modules].reverse()) await module.stop?.();
        await closed;
      } finally {
        clearInterval(sweep);
      }
    },
  };
}
