import { join } from 'node:path';
import {
  concerns,
  isProduction,
  readEnvironment,
  refuseWeakSecrets,
  required,
  variables,
} from '@sangwian/node-kit/environment';
import { isStrongSecret, MAKE_SECRET } from '@sangwian/node-kit/secret-strength';
import { SECRETS } from '@sangwian/node-kit/variables';
import type { z } from 'zod';
import { HttpSettings } from './http-settings.ts';
import { MailSettings } from './mail-settings.ts';
import { ObjectSettings } from './object-settings.ts';
import { OtpSettings, SmsSettings } from './otp-settings.ts';
import { OutboundSettings } from './outbound-settings.ts';
import { PaymentSettings } from './payment-settings.ts';
import { ProviderSettings } from './provider-settings.ts';
import { PushSettings } from './push-settings.ts';
import { RateSettings, TransferSettings } from './transfer-settings.ts';
import { WebSettings } from './web-settings.ts';

/** PostgreSQL stops if it cannot allocate a WAL file of 16 MB. The rest is for logs and images. */
const FREE_DISK_BYTES_MIN = 128 * 1024 * 1024;

const isPostgresUrl = (text: string): boolean => /^postgres(ql)?:\/\//.test(text);
const isRedisUrl = (text: string): boolean =>
  /^rediss?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
const POSTGRES_ADDRESS = 'must be a postgresql address';

const DatabaseSettings = variables(
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'DATABASE_PREPARED',
  'BUS_URL',
)
  .extend({ DATABASE_URL: required('DATABASE_URL') })
  .refine(({ DATABASE_URL }) => isPostgresUrl(DATABASE_URL), {
    path: ['DATABASE_URL'],
    error: POSTGRES_ADDRESS,
  })
  .refine(({ DATABASE_DIRECT_URL: url }) => url === '' || isPostgresUrl(url), {
    path: ['DATABASE_DIRECT_URL'],
    error: POSTGRES_ADDRESS,
  })
  .refine(({ DATABASE_REPLICA_URL: url }) => url === '' || isPostgresUrl(url), {
    path: ['DATABASE_REPLICA_URL'],
    error: POSTGRES_ADDRESS,
  })
  .refine(({ BUS_URL }) => !isPostgresUrl(BUS_URL), {
    path: ['BUS_URL'],
    error: 'is an address of PostgreSQL, which belongs into DATABASE_DIRECT_URL',
  })
  .refine(({ BUS_URL }) => BUS_URL === '' || isPostgresUrl(BUS_URL) || isRedisUrl(BUS_URL), {
    path: ['BUS_URL'],
    error: 'must be the address of Redis, such as redis://127.0.0.1:6379',
  })
  .transform(({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_PREPARED, BUS_URL, ...rest }) => ({
    databaseUrl: DATABASE_URL,
    /** URL of a read replica; empty if there is none. */
    replicaUrl: rest.DATABASE_REPLICA_URL,
    /** URL of the same database without a pooler, for LISTEN, jobs and session-level locks. */
    directUrl: DATABASE_DIRECT_URL || DATABASE_URL,
    /** `false` if connections go through a transaction pooler, which keeps no session state. */
    hasSessions: DATABASE_PREPARED === 'on',
    /** URL of the Redis or Valkey server that connects the nodes; if empty, PostgreSQL connects them. */
    redisUrl: BUS_URL,
  }));

const Secrets = variables('NODE_ENV', ...SECRETS)
  .extend({
    APP_KEY: required('APP_KEY'),
    INTERNAL_SECRET: required('INTERNAL_SECRET'),
    GRANT_SECRET: required('GRANT_SECRET'),
    HANDOVER_SECRET: required('HANDOVER_SECRET'),
    PURCHASE_SECRET: required('PURCHASE_SECRET'),
    PHONE_HASH_SECRET: required('PHONE_HASH_SECRET'),
  })
  .superRefine(refuseWeakSecrets)
  .transform((values) => ({
    appKey: values.APP_KEY,
    internalSecret: values.INTERNAL_SECRET,
    grantSecret: values.GRANT_SECRET,
    /**
     * Secrets, comma-separated during a rotation. The first secret signs or encrypts; every secret verifies or
     * decrypts.
     */
    handoverSecret: values.HANDOVER_SECRET,
    purchaseSecret: values.PURCHASE_SECRET,
    phoneHashSecret: values.PHONE_HASH_SECRET,
  }));

const BYTES_PER_GIGABYTE = 1e9;

const RecordingSettings = variables('RECORDING_DAYS', 'RECORDING_GIGABYTES').transform(
  ({ RECORDING_DAYS: days, RECORDING_GIGABYTES: gigabytes }) => ({
    /** Days for which a replay is kept, unless its live has its own number; with 0, lives are not recorded. */
    days,
    /** Maximum size of a recording. A larger recording is not continued. */
    bytesMax: gigabytes * BYTES_PER_GIGABYTE,
  }),
);

const ClipSettings = variables('CLIP_FFMPEG').transform(({ CLIP_FFMPEG }) => ({
  /** Empty if there are no clips and no storyboards. */
  ffmpeg: CLIP_FFMPEG,
}));

const TELEMETRY_BUSY_SHARE = 0.9;

const TelemetrySettings = variables('TELEMETRY_SAMPLE').transform(({ TELEMETRY_SAMPLE }) => ({
  /** One of so many browsers reports what went well; 0: no reports. */
  sampleEvery: TELEMETRY_SAMPLE,
  /** Share of the time in which a node is busy, beyond which it refuses reports. Other parts of the site go on. */
  busyShare: TELEMETRY_BUSY_SHARE as number,
}));

const RestreamSettings = variables('RESTREAM_PRIVATE_HOSTS').transform(
  ({ RESTREAM_PRIVATE_HOSTS: privateHosts }) => ({ privateHosts }),
);

const StorageSettings = variables('DATA_DIR').transform(({ DATA_DIR }) => ({
  dataDir: DATA_DIR,
  picturesDir: join(DATA_DIR, 'pictures'),
  recordingsDir: join(DATA_DIR, 'recordings'),
  /** The node is not ready while the disk of `dataDir` has less free space than this. */
  freeDiskBytesMin: FREE_DISK_BYTES_MIN as number,
}));

const ENGINE_NEEDS = ['MEDIA_PUBLIC_URL', 'MEDIA_ENGINE_URL', 'MEDIA_ENGINE_SECRET'] as const;

/** The processes to which the site forwards requests. */
const UpstreamSettings = variables(
  'NODE_ENV',
  'MEDIA_INTERNAL_URL',
  'MEDIA_REVOCATION_URLS',
  'MEDIA_WHEP_URLS',
  'MEDIA_PUBLIC_URL',
  'MEDIA_ENGINE',
  'MEDIA_ENGINE_URL',
  'MEDIA_ENGINE_SECRET',
  'SANDBOX_URL',
  'DEMO_PICTURE',
  'DEMO_STORY',
)
  .superRefine((values, context) => {
    if (values.MEDIA_ENGINE === 'sangwian') return;
    for (const name of ENGINE_NEEDS) {
      if (values[name] !== '') continue;
      context.addIssue({ code: 'custom', path: [name], message: 'is needed by MEDIA_ENGINE' });
    }
    if (!isProduction(values) || isStrongSecret(values.MEDIA_ENGINE_SECRET)) return;
    const message = `must be a secret of its own in production: ${MAKE_SECRET}`;
    context.addIssue({ code: 'custom', path: ['MEDIA_ENGINE_SECRET'], message });
  })
  .refine((values) => !isProduction(values) || values.SANDBOX_URL === '', {
    path: ['SANDBOX_URL'],
    error: 'must be empty: production has no sandbox, whose inbox shows every one-time password',
  })
  .transform((values) => ({
    /** Empty if there is no media process. */
    mediaInternalUrl: values.MEDIA_INTERNAL_URL,
    /** URLs of gates and WebRTC edges, which receive revocations like the media process. */
    revocationUrls: [...values.MEDIA_REVOCATION_URLS, ...values.MEDIA_WHEP_URLS],
    /** URLs of WebRTC edges; if empty, origins send to all viewers. */
    whepUrls: values.MEDIA_WHEP_URLS,
    /** If empty, players load media through the site. */
    mediaPublicUrl: values.MEDIA_PUBLIC_URL,
    mediaEngine: values.MEDIA_ENGINE as 'sangwian' | 'mediamtx' | 'srs',
    /** Empty for the site's own media process. */
    mediaEngineUrl: values.MEDIA_ENGINE_URL,
    mediaEngineSecret: values.MEDIA_ENGINE_SECRET,
    sandboxUrl: values.SANDBOX_URL,
    demoPicture: values.DEMO_PICTURE,
    demoStory: values.DEMO_STORY,
  }));

const hostOf = (url: string): string => (url === '' ? '' : new URL(url).host);

/** The operator console and its accounts. */
const StaffSettings = variables(
  'NODE_ENV',
  'PORT',
  'PUBLIC_URL',
  'CONSOLE_URL',
  'LOCAL_OWNER_TOKEN',
  'ADJUSTMENT_ALONE_COINS_MAX',
)
  .extend({ STAFF_SECRET: required('STAFF_SECRET') })
  .transform((values) => ({
    /** Without a trailing slash. */
    consoleUrl: values.CONSOLE_URL || values.PUBLIC_URL || `http://localhost:${values.PORT}`,
    /** Whether the console has another host than the fans' site. */
    hasOwnHost:
      values.CONSOLE_URL !== '' && hostOf(values.CONSOLE_URL) !== hostOf(values.PUBLIC_URL),
    secret: values.STAFF_SECRET,
    /** Empty if there is no local owner. */
    localOwnerToken: values.LOCAL_OWNER_TOKEN,
    adjustmentAloneCoinsMax: values.ADJUSTMENT_ALONE_COINS_MAX,
  }));

const LogSettings = variables('LOG_LEVEL').transform(({ LOG_LEVEL }) => ({ logLevel: LOG_LEVEL }));

const Config = concerns({
  http: HttpSettings,
  database: DatabaseSettings,
  secrets: Secrets,
  storage: StorageSettings,
  /** `null` if objects are files in the folders `picturesDir` and `recordingsDir`. */
  objects: ObjectSettings,
  recordings: RecordingSettings,
  clips: ClipSettings,
  restream: RestreamSettings,
  telemetry: TelemetrySettings,
  upstream: UpstreamSettings,
  web: WebSettings,
  otp: OtpSettings,
  sms: SmsSettings,
  /** `null` if no mails are sent. */
  mail: MailSettings,
  /** Sign-in with LINE and Apple. */
  providers: ProviderSettings,
  /** Reminders by web push; `null` if not configured. */
  push: PushSettings,
  payments: PaymentSettings,
  outbound: OutboundSettings,
  /** Source of exchange rates; `null` if operators set them. */
  rates: RateSettings,
  transfers: TransferSettings,
  staff: StaffSettings,
  log: LogSettings,
});

/** The API's configuration, with one object per concern. */
export type ApiConfig = z.output<typeof Config>;

/**
 * Reads and validates the configuration. Production has stricter rules.
 *
 * @throws {ConfigurationError} with every invalid variable
 */
export const readConfig = (values?: Readonly<Record<string, string | undefined>>): ApiConfig =>
  readEnvironment(Config, values);
