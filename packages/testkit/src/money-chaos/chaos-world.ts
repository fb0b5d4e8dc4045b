import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createMembers, hashPassword } from '@sangwian/api/domains/identity/members/members.module';
import { createKeyRing } from '@sangwian/api/domains/identity/partners/key-ring';
import {
  type PurchaseGrant,
  signPurchaseToken,
} from '@sangwian/api/domains/identity/partners/purchase-token';
import { registerPartners } from '@sangwian/api/domains/identity/partners/testing/sample-partner';
import { createSessions } from '@sangwian/api/domains/identity/sessions/sessions.module';
import { createWallet, type Wallet } from '@sangwian/api/domains/money/wallet/wallet.module';
import { createInProcessBus } from '@sangwian/api/platform/bus/bus';
import { createDatabase } from '@sangwian/api/platform/database/create-database';
import { loadSampleSeason } from '@sangwian/api/sample-season/load';
import { TONIGHT_PREMIUM_LIVE_ID } from '@sangwian/api/sample-season/season-plan';
import type { Database } from '@sangwian/api/schema/database';
import { migrate } from '@sangwian/api/schema/migrate';
import { API_ENVIRONMENT, forkApi } from '@sangwian/api/testing/fork-api';
import type { MemberId } from '@sangwian/contract/ids';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { createLogger, type Logger } from '@sangwian/node-kit/logger';
import { addPayments } from '@sangwian/sandbox/payments/sandbox-payments';
import Fastify from 'fastify';
import type { Kysely } from 'kysely';

const INTERNAL_SECRET = API_ENVIRONMENT.INTERNAL_SECRET;
const OMISE = { publicKey: 'pkey_test_storm', secretKey: 'skey_test_storm' } as const;
const PAYPAL = { clientId: 'storm', secret: 'storm-secret', webhookId: 'STORM' } as const;
const WEBHOOK_SECRET = Buffer.from('a storm needs thirty-two bytes!!').toString('base64');
/** A range below the ephemeral ports of the system. */
const PORTS = { from: 20_000, to: 32_000 } as const;
const STARTS_MAX = 20;
const START_AGAIN_MS = 200;
const START_MS_MAX = 60_000;
const PURCHASE_MS_MAX = 15 * 60_000;
/** Webhooks are retried after short pauses, to keep the run short. */
const WEBHOOK_RETRY_MS = [50, 200, 500, 1_000, 2_000];

/** The partner, whose daily limits are low enough to be reached. */
export const PARTNER = {
  mapSystemId: 'storm-partner',
  satangPerDay: 400_000,
  satangPerMemberAndDay: 90_000,
} as const;
const BANK_ACCOUNTS = JSON.stringify([
  { bank: '014', number: '123-4-56789-0', name_th: 'พายุ', name_en: 'Storm' },
]);

/** A signed-in member. */
export interface ChaosFan {
  readonly memberId: MemberId;
  readonly token: string;
  readonly isPartners: boolean;
}

/** The API as a process, on a real PostgreSQL, with the payment providers of the sandbox over HTTP. */
export interface ChaosWorld {
  /** URL with `/api/v1`. It stays the same after a kill. */
  readonly api: string;
  readonly appKey: string;
  /** URL of the internal routes. */
  readonly internal: string;
  readonly internalHeaders: Record<string, string>;
  /** URL of the sandbox. */
  readonly sandbox: string;
  readonly omisePublicKey: string;
  readonly db: Kysely<Database>;
  /** Connection URL of the tables' owner, which may change transfers. */
  readonly ownerUrl: string;
  readonly wallet: Wallet;
  /** Ids of two lives of the sample season: the current live and a future premium live. */
  readonly lives: { readonly onNow: string; readonly premium: string };
  /** @param isPartners whether to create a member of the partner */
  makeFan(isPartners?: boolean): Promise<ChaosFan>;
  /** Signs a purchase token of a partner's member. */
  signPurchase(grant: Omit<PurchaseGrant, 'mapSystemId' | 'expiresAt'>): Promise<string>;
  /** Kills the API (SIGKILL) and starts it again at the same port; resolves when it is ready. */
  killApi(): Promise<void>;
  /** Kills the database (SIGKILL), which its supervisor restarts. Returns `false` if it is not running. */
  killDatabase(): boolean;
  stop(): Promise<void>;
}

/**
 * Returns a free port below the ephemeral range. An ephemeral port could be assigned to a retrying client while the API
 * is down: the client would connect to itself, and the API could not bind the port again.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    const server = createServer();
    const listening = once(server.listen(port, '127.0.0.1'), 'listening');
    const isFree = await listening.then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

async function startProviders(dataDir: string, port: number, sitePort: number) {
  const url = `http://127.0.0.1:${port}`;
  const server = Fastify({ forceCloseConnections: true });
  const payments = await addPayments(
    server,
    {
      file: join(dataDir, 'payments.jsonl'),
      siteUrl: `http://localhost:${sitePort}`,
      webhookUrl: `http://127.0.0.1:${sitePort}/api/v1/payment/webhook`,
      omise: { ...OMISE, webhookSecret: WEBHOOK_SECRET },
      paypal: { ...PAYPAL, apiUrl: `${url}/sandbox/paypal` },
      retryMs: WEBHOOK_RETRY_MS,
    },
    createLogger('storm-sandbox', 'silent'),
  );
  await server.listen({ host: '127.0.0.1', port });
  return {
    url,
    stop: async () => {
      payments.stop();
      await server.close();
    },
  };
}

/** Adds a partner and the sample season to the database. */
async function seedDatabase(serviceUrl: string, logger: Logger) {
  const db = createDatabase(serviceUrl, logger, { connectionsMax: 4 });
  await registerPartners(db, [
    {
      mapSystemId: PARTNER.mapSystemId,
      keys: [],
      set: {
        satang_per_day_max: PARTNER.satangPerDay,
        member_satang_per_day_max: PARTNER.satangPerMemberAndDay,
      },
    },
  ]);
  const { program_live_id: onNow } = await loadSampleSeason(db, { now: new Date() });
  return { db, lives: { onNow, premium: TONIGHT_PREMIUM_LIVE_ID } };
}

/** Starts the world in a temporary folder. */
export async function startChaosWorld(): Promise<ChaosWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-storm-'));
  const logger = createLogger('storm', 'silent');
  const database = await startEmbeddedPostgres({ dataDir });
  await migrate(database.url, new URL(database.serviceUrl).username);
  const { db, lives } = await seedDatabase(database.serviceUrl, logger);
  const [http, internal, sandboxPort] = [await freePort(), await freePort(), await freePort()];
  const providers = await startProviders(dataDir, sandboxPort, http);
  const env = {
    ...process.env,
    ...API_ENVIRONMENT,
    DATABASE_URL: database.serviceUrl,
    DATA_DIR: dataDir,
    PORT: String(http),
    API_INTERNAL_PORT: String(internal),
    PUBLIC_URL: `http://localhost:${http}`,
    RATE_LIMIT_PER_ADDRESS: '0',
    RATE_LIMIT_PER_SESSION: '0',
    OMISE_API_URL: `${providers.url}/sandbox/omise`,
    OMISE_JS_URL: `${providers.url}/sandbox/omise/omise.js`,
    OMISE_PUBLIC_KEY: OMISE.publicKey,
    OMISE_SECRET_KEY: OMISE.secretKey,
    OMISE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    PAYPAL_API_URL: `${providers.url}/sandbox/paypal`,
    PAYPAL_CLIENT_ID: PAYPAL.clientId,
    PAYPAL_SECRET: PAYPAL.secret,
    PAYPAL_WEBHOOK_ID: PAYPAL.webhookId,
    BANK_ACCOUNTS,
    PROMPTPAY_ID: '0812345678',
  };
  let child: ChildProcess | null = null;
  const killChild = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  /** Starts the API, and retries while the database is restarting, as a supervisor would. */
  const startApi = async (): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const starting = forkApi(env, (started) => {
          child = started;
        });
        const late = wait(START_MS_MAX, undefined, { ref: false }).then(() => {
          throw new Error('the API does not start');
        });
        await Promise.race([starting, late]);
        return;
      } catch (error) {
        await killChild('SIGKILL');
        if (tries === STARTS_MAX) throw error;
        await wait(START_AGAIN_MS);
      }
    }
  };
  await startApi();
  const wallet = createWallet(db);
  const members = createMembers(db, wallet);
  const sessions = createSessions(db, createInProcessBus(), () => new Date());
  const passwordHash = await hashPassword('ringside1');
  const purchaseKeys = createKeyRing(API_ENVIRONMENT.PURCHASE_SECRET, 'purchase');
  let fans = 0;
  return {
    api: `http://127.0.0.1:${http}/api/v1`,
    appKey: API_ENVIRONMENT.APP_KEY,
    internal: `http://127.0.0.1:${internal}/internal`,
    internalHeaders: { ...internalHeaders(INTERNAL_SECRET) },
    sandbox: providers.url,
    omisePublicKey: OMISE.publicKey,
    db,
    ownerUrl: database.url,
    wallet,
    lives,
    makeFan: async (isPartners = false) => {
      fans += 1;
      const partner = { mapSystemId: PARTNER.mapSystemId, mapMemberId: `storm-${fans}` };
      const memberId = await db.transaction().execute((trx) =>
        members.createMember(trx, {
          firstName: 'พายุ',
          lastName: 'เหรียญ',
          // Ten digits that differ from those of the sample's fans.
          phone: isPartners ? null : `08${10_000_000 + fans}`,
          password: null,
          passwordHash,
          birthDate: '1990-02-01',
          ...(isPartners ? partner : {}),
        }),
      );
      const { token } = await sessions.start({ memberId, userAgent: 'storm', ip: '' });
      return { memberId, token, isPartners };
    },
    signPurchase: (grant) =>
      signPurchaseToken(
        {
          ...grant,
          mapSystemId: PARTNER.mapSystemId,
          expiresAt: new Date(Date.now() + PURCHASE_MS_MAX),
        },
        purchaseKeys,
      ),
    killApi: async () => {
      await killChild('SIGKILL');
      await startApi();
    },
    killDatabase: () => {
      const pidFile = readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
      try {
        process.kill(Number(pidFile.split('\n', 1)[0]), 'SIGKILL');
        return true;
      } catch {
        return false;
      }
    },
    stop: async () => {
      await db.destroy();
      await killChild('SIGTERM');
      await providers.stop();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
