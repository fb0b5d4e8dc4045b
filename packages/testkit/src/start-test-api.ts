import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { type Api, createApi } from '@sangwian/api/compose';
import type { ApiConfig } from '@sangwian/api/config/config';
import { createMembers } from '@sangwian/api/domains/identity/members/members.module';
import type { PaymentProvider } from '@sangwian/api/domains/money/orders/orders.module';
import { createWallet } from '@sangwian/api/domains/money/wallet/wallet.module';
import { type Bus, createInProcessBus } from '@sangwian/api/platform/bus/bus';
import { createDatabase } from '@sangwian/api/platform/database/create-database';
import { DatabaseTrouble } from '@sangwian/api/platform/database/database-trouble';
import { createFolderStore } from '@sangwian/api/platform/objects/folder-store';
import type { ObjectStore } from '@sangwian/api/platform/objects/object-store';
import { type Clock, systemClock } from '@sangwian/api/platform/time/clock';
import type { Database } from '@sangwian/api/schema/database';
import type { MemberId } from '@sangwian/contract/ids';
import type { StaffRole } from '@sangwian/contract/permissions';
import { HTTP_LIMITS } from '@sangwian/node-kit/http/http-limits';
import { createLogger, type Logger } from '@sangwian/node-kit/logger';
import type { InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { makeStaff, type TestStaff } from './make-staff.ts';
import { createTestDatabase } from './test-database.ts';

export type { TestStaff } from './make-staff.ts';

export const TEST_APP_KEY = 'the app key of a test';
/** The local owner's bearer token: every permission, from loopback. */
export const TEST_OWNER_TOKEN = 'the-token-of-the-local-owner-of-a-test';
const TEST_STAFF_SECRET = 'the staff secret of a test';

export interface TestAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | number | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: the assertions of a test check the type.
  readonly body: any;
  readonly text: string;
}

export interface TestCall {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly ip?: string;
}

export interface TestFan {
  readonly memberId: MemberId;
  readonly phone: string;
  readonly password: string;
}

export interface NewFan {
  readonly phone?: string;
  readonly password?: string;
  readonly coins?: number;
  /** `YYYY-MM-DD`; if absent, the birth date is unknown. */
  readonly birthDate?: string;
}

export interface TestApi {
  readonly api: Api;
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  /** Folder of uploaded images and slips of this API. */
  readonly objects: ObjectStore;
  readonly recordingObjects: ObjectStore;
  readonly databaseUrl: string;
  readonly url: string;
  /** Sends `'GET /live'` or `'GET /api/…'` with the app key. A string or bytes as body are sent unchanged. */
  call(what: string, call?: TestCall): Promise<TestAnswer>;
  makeFan(fan?: NewFan): Promise<TestFan>;
  /** Creates a staff account. Requests of this account need its `headers`. */
  makeStaff(role: StaffRole, name?: string): Promise<TestStaff>;
  /** Signs in and returns the access token. */
  signIn(fan: TestFan): Promise<string>;
  close(): Promise<void>;
}

const CONFIG: ApiConfig = {
  http: {
    host: '127.0.0.1',
    port: 0,
    internalHost: '127.0.0.1',
    internalPort: 0,
    publicUrl: 'http://localhost',
    trustProxy: ['loopback'],
    drainMs: 0,
    httpLimits: HTTP_LIMITS,
    callsPerAddressMax: 0,
    callsPerSessionMax: 0,
    rendersPerAddressMax: 0,
    socketsPerAddressMax: 5_000,
    checkAnswers: true,
    publicFreshMs: 0,
  },
  database: { databaseUrl: '', replicaUrl: '', directUrl: '', hasSessions: true, redisUrl: '' },
  secrets: {
    appKey: TEST_APP_KEY,
    internalSecret: 'the internal secret of a test',
    grantSecret: 'the grant secret of a test',
    handoverSecret: 'the hand-over secret of a test',
    purchaseSecret: 'the purchase secret of a test',
    phoneHashSecret: 'the phone hash secret of a test',
  },
  storage: { dataDir: tmpdir(), picturesDir: '', recordingsDir: '', freeDiskBytesMin: 0 },
  objects: null,
  recordings: { days: 30, bytesMax: 1e9 },
  clips: { ffmpeg: '' },
  restream: { privateHosts: ['127.0.0.1'] },
  // A busy machine refuses no report of a test.
  telemetry: { sampleEvery: 1, busyShare: 1 },
  upstream: {
    mediaInternalUrl: '',
    revocationUrls: [],
    whepUrls: [],
    mediaPublicUrl: '',
    mediaEngine: 'sangwian',
    mediaEngineUrl: '',
    mediaEngineSecret: '',
    sandboxUrl: '',
    demoPicture: false,
    demoStory: false,
  },
  web: {
    webDist: '/nonexistent',
    consoleDist: '/nonexistent',
    outerSites: {
      newsUrl: '',
      programUrl: '',
      fighterUrl: '',
      iosStoreUrl: '',
      androidStoreUrl: '',
      samples: true,
      menu: null,
    },
    contactUrl: '',
    frameAncestors: [],
  },
  otp: { secret: 'the OTP secret of a test', countries: ['+66'], perHourMax: 10_000 },
  sms: { url: '', key: '', secret: '', sender: 'Sangwian' },
  mail: null,
  providers: { tokenSecret: 'the token secret of a test', line: null, apple: null },
  push: null,
  payments: { omise: null, paypal: null },
  rates: null,
  outbound: { hosts: [] },
  transfers: { accounts: [], promptPay: null },
  staff: {
    consoleUrl: 'http://localhost',
    hasOwnHost: false,
    secret: TEST_STAFF_SECRET,
    localOwnerToken: TEST_OWNER_TOKEN,
    adjustmentAloneCoinsMax: 1_000,
  },
  log: { logLevel: 'silent' },
};

/** Settings that override the defaults of a test API. */
type ConfigChanges = { readonly [Concern in keyof ApiConfig]?: Partial<ApiConfig[Concern]> };

const changeConfig = (config: ApiConfig, changes: ConfigChanges): ApiConfig =>
  Object.fromEntries(
    Object.entries(config).map(([concern, values]) => {
      const change = changes[concern as keyof ApiConfig];
      return [concern, change === undefined ? values : { ...values, ...change }];
    }),
  ) as ApiConfig;

export interface TestApiOptions {
  readonly config?: ConfigChanges;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Database of another node, or an unreachable one, instead of a new database. */
  readonly databaseUrl?: string;
  /** Bus shared with another node. */
  readonly bus?: Bus;
  /** Size of a separate connection pool for money; without it one pool serves everything. */
  readonly moneyConnectionsMax?: number;
  /** Whether the node uses its own database also as its read replica. */
  readonly hasReplica?: boolean;
  /** Payment providers; none by default. */
  readonly paymentProviders?: readonly PaymentProvider[];
}

let phones = 0;

/** Hashes with the weakest parameters that the library allows, which also makes each sign-in cheap. */
const hashCheaply = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Starts the whole API on a new database. It does not listen until `api.start()`. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const logger = options.logger ?? createLogger('test', 'silent');
  const trouble = new DatabaseTrouble();
  const hasSessions = options.config?.database?.hasSessions ?? true;
  const db = createDatabase(options.databaseUrl ?? database.serviceUrl, logger, {
    connectionsMax: 6,
    hasSessions,
    onRefusal: trouble.note,
  });
  const moneyDb =
    options.moneyConnectionsMax === undefined
      ? db
      : createDatabase(options.databaseUrl ?? database.serviceUrl, logger, {
          connectionsMax: options.moneyConnectionsMax,
          hasSessions,
        });
  const bus = options.bus ?? createInProcessBus();
  const picturesDir = join(tmpdir(), `sangwian-pictures-${randomUUID()}`);
  const recordingsDir = join(tmpdir(), `sangwian-recordings-${randomUUID()}`);
  const ownFiles = {
    database: {
      databaseUrl: database.url,
      directUrl: options.databaseUrl ?? database.serviceUrl,
    },
    storage: { picturesDir, recordingsDir },
  };
  const config = changeConfig(changeConfig(CONFIG, ownFiles), options.config ?? {});
  const api = await createApi({
    config,
    db,
    moneyDb,
    replicaDb: options.hasReplica === true ? db : null,
    logger,
    bus,
    trouble,
    clock: options.clock ?? systemClock,
    ...(options.paymentProviders === undefined
      ? {}
      : { paymentProviders: options.paymentProviders }),
  });
  const wallet = createWallet(db);
  const members = createMembers(db, wallet);

  async function call(what: string, { token, body, headers, ip }: TestCall = {}) {
    const [method = 'GET', path = '/'] = what.split(' ');
    const isReady = typeof body === 'string' || body === undefined || Buffer.isBuffer(body);
    const payload = isReady ? body : JSON.stringify(body);
    const response = await api.app.inject({
      method: method as InjectOptions['method'] & string,
      url: path.startsWith('/api/') || path.startsWith('//') ? path : `/api/v1${path}`,
      headers: {
        'x-app-key': TEST_APP_KEY,
        // Endpoints without idempotency ignore the header.
        'idempotency-key': randomUUID(),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ip === undefined ? {} : { 'x-forwarded-for': ip }),
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    } as InjectOptions);
    const text = response.payload;
    const isJson = /json/.test(String(response.headers['content-type'] ?? ''));
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
      text,
    };
  }

  async function makeFan(fan: NewFan = {}) {
    phones += 1;
    const phone = fan.phone ?? `08${String(10_000_000 + phones)}`;
    const password = fan.password ?? 'ringside1';
    const passwordHash = await hashCheaply(password);
    const memberId = await db.transaction().execute(async (trx) => {
      const id = await members.createMember(trx, {
        firstName: 'สมชาย',
        lastName: 'ใจดี',
        phone,
        password: null,
        passwordHash,
        ...(fan.birthDate === undefined ? {} : { birthDate: fan.birthDate }),
      });
      const coins = fan.coins ?? 0;
      if (coins > 0) {
        await wallet.grantCoins(trx, {
          memberId: id,
          coins,
          kind: 'grant',
          idempotencyKey: `test:${randomUUID()}`,
        });
      }
      return id;
    });
    return { memberId, phone, password };
  }

  return {
    api,
    db,
    bus,
    objects: createFolderStore(config.storage.picturesDir),
    recordingObjects: createFolderStore(config.storage.recordingsDir),
    databaseUrl: database.url,
    get url() {
      const address = api.app.server.address();
      return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    },
    call,
    makeFan,
    makeStaff: (role, name) =>
      makeStaff(db, role, {
        ...(name === undefined ? {} : { name }),
        ...(options.clock === undefined ? {} : { now: options.clock() }),
      }),
    signIn: async ({ phone, password }) => {
      const { status, body } = await call('POST /auth/member/login-v2', {
        body: { phone, password },
      });
      if (status !== 200) throw new Error(`signing in was refused: ${JSON.stringify(body)}`);
      return body.data.access_token;
    },
    close: async () => {
      await api.stop();
      await db.destroy();
      if (moneyDb !== db) await moneyDb.destroy();
      await database.drop();
      for (const folder of [picturesDir, recordingsDir])
        await rm(folder, { recursive: true, force: true });
    },
  };
}
