import { z } from 'zod';
import { HTTP_LIMITS } from './http/http-limits.ts';
import { isHeaderText } from './internal-secret.ts';
import { MEDIA_VARIABLES } from './media-variables.ts';
import { isStrongSecret, SECRET_BITS_MIN, splitSecrets } from './secret-strength.ts';
import {
  address,
  COUNT_MAX,
  checked,
  choice,
  flag,
  HOST_PATTERN,
  integer,
  isBucketUrl,
  isSmtpUrl,
  LOG_LEVELS,
  list,
  port,
  secretAddress,
  text,
} from './variable-kinds.ts';

export { isInsecureUrl } from './variable-kinds.ts';

const isSecretList = (value: string): boolean => splitSecrets(value).every(isStrongSecret);
const BACKUP_SECRET_RULE = `must have at least ${SECRET_BITS_MIN} random bits`;

/** Every environment variable of Sangwian. `docs/configuration.md` is written from this table. */
export const VARIABLES = {
  NODE_ENV: text(
    'development',
    '`production`: as `npm start -- --production`: no sandbox, no sample data, and weak secrets are refused',
  ),
  PORT: port('8080', 'Port of the site; browsers need no other'),
  HOST: text('127.0.0.1', 'Address that the site listens on'),
  PUBLIC_URL: address(
    'Address at which fans reach the site; default `http://localhost:PORT`; production requires https, except on loopback',
  ),
  DATA_DIR: text('./data', 'Folder of the database, recordings and `run.json`'),
  BACKUP_DIR: text(
    '',
    'Folder of the backups of the embedded database, on another disk or machine: the write-ahead log is archived there, at most 60 seconds late, and `npm run backup` writes there; empty: no archive',
  ),
  BACKUP_SECRET: z
    .string()
    // The message must not repeat the secret.
    .refine(isSecretList, { error: BACKUP_SECRET_RULE })
    .prefault('')
    .describe(
      'Encrypts backups and the archived log; comma-separated after a change: the first encrypts, all decrypt; without it, an encrypted backup is lost; empty: no encryption',
    ),
  DATABASE_URL: text('', 'A PostgreSQL of your own instead of the embedded one'),
  DATABASE_OWNER_URL: text(
    '',
    'The same database as the role that owns it, for migrations; `DATABASE_URL` can then use a role with only the rights that the services need; default `DATABASE_URL`',
  ),
  DATABASE_DIRECT_URL: text(
    '',
    'The same database without a pooler, for LISTEN, jobs, migrations and session locks; set it where `DATABASE_URL` goes through pgbouncer; default `DATABASE_URL`',
  ),
  DATABASE_REPLICA_URL: text(
    '',
    'A read replica of the same database, for reads that may be some seconds old (programme, fighters, rankings); while it is away or more than 30 seconds behind, `DATABASE_URL` answers them; empty: none',
  ),
  DATABASE_PREPARED: choice(
    ['on', 'off'],
    'on',
    '`off` where `DATABASE_URL` goes through a transaction pooler: no named statements and no settings at the start of a connection; the preparation then writes the limits with `ALTER ROLE`',
  ),
  BUS_URL: text(
    '',
    'Redis or Valkey between several API nodes (`redis://host:6379`, `rediss://` with TLS), one for each installation; empty: they notify each other through PostgreSQL',
  ),
  OBJECTS_URL: checked(
    isBucketUrl,
    'be the address of a bucket, such as s3://bucket or s3://bucket/folder',
  )
    .prefault('')
    .describe(
      'Bucket of uploaded pictures, slips and recordings (`s3://bucket` or `s3://bucket/folder`); empty: the folders `DATA_DIR/pictures` and `DATA_DIR/recordings`',
    ),
  OBJECTS_ENDPOINT: address(
    'Address of the S3 interface, without the bucket; default `https://s3.OBJECTS_REGION.amazonaws.com`',
  ),
  OBJECTS_REGION: text('us-east-1', 'Region of the bucket, which is part of the signature'),
  OBJECTS_KEY: text(
    '',
    'Access key ID that may get, put, delete and list the objects of the bucket',
  ),
  OBJECTS_SECRET: text('', 'Secret of that access key'),
  RECORDING_DAYS: integer(0, 3_650, '30', 'Days for which a replay is kept; 0: no recording'),
  RECORDING_GIGABYTES: integer(1, 100_000, '200', 'Size at which the recording of a live stops'),
  CLIP_FFMPEG: text(
    'ffmpeg',
    'Program that makes clips of lives and replays, and storyboards of replays, if installed (with libx264) on every node of the API; empty: neither',
  ),
  TELEMETRY_SAMPLE: integer(
    0,
    1_000,
    '10',
    'One of so many browsers reports what went well with the playback; trouble is always reported; 0: browsers report nothing',
  ),
  LOG_LEVEL: choice(
    LOG_LEVELS,
    'info',
    'Lowest level that is logged: `debug`, `info`, `warn`, `error`, `silent`',
  ),
  TRUST_PROXY: list(
    /./,
    'proxies',
    'loopback',
    'Proxies in front of the site (comma-separated addresses, networks, or `loopback`, `linklocal`, `uniquelocal`): `X-Forwarded-For` is trusted from these only, read from its right end',
  ),
  DRAIN_SECONDS: integer(
    0,
    12,
    '0',
    'How long a node goes on answering after SIGTERM while `/health/ready` is 503 and its sockets are closed one by one: as long as the load balancer needs to notice, then at most 8 s to finish; `npm start` on one machine takes 0',
  ),
  APP_KEY: text(
    'sangwian-web-development',
    'The fixed header `x-app-key`; identifies the client, authorises nothing',
  ),
  INTERNAL_SECRET: z
    .string()
    // The message must not repeat the secret.
    .refine((secret) => secret === '' || isHeaderText(secret), {
      error: 'must consist of letters, digits and signs of ASCII, because it is sent in a header',
    })
    .prefault('')
    .describe('Shared by our own processes; they send it in the header `Authorization`'),
  GRANT_SECRET: text('', 'Signs playback grants (HMAC-SHA256)'),
  HANDOVER_SECRET: text(
    '',
    'Seals hand-overs (`/redirect?data=`); comma-separated during a rotation: the first seals, all open',
  ),
  PURCHASE_SECRET: text(
    '',
    'Signs purchase tokens of partners’ members; comma-separated during a rotation, as above',
  ),
  PHONE_HASH_SECRET: text(
    '',
    'Key of the hashes of members’ former phone numbers (HMAC-SHA256); never change it, or once-per-member codes work twice',
  ),
  STAFF_SECRET: text(
    '',
    'Encrypts the authenticator secrets of staff accounts and keys the hashes of their recovery codes; never change it, or staff must set up their second factor again',
  ),
  LOCAL_OWNER_TOKEN: text(
    '',
    'Bearer token with which this machine calls the operators’ endpoints, from loopback only; `npm start` makes a new one at every start and writes it to `run.json`; empty: none',
  ),
  OPERATOR_URL: address(
    'Site that the operators’ commands (`npm run show` and others) call, with `OPERATOR_TOKEN`; empty: the one that runs from `DATA_DIR`',
  ),
  OPERATOR_TOKEN: text(
    '',
    'Access token of the person who runs an operators’ command, made in the console (**Account**); empty: that of the machine’s owner, from `run.json`',
  ),
  CONSOLE_URL: address(
    'Address of the operator console if it has a host of its own, to which `/console/` then redirects; default `PUBLIC_URL`; signing in needs https or loopback, and passkeys belong to this host',
  ),
  ADJUSTMENT_ALONE_COINS_MAX: integer(
    0,
    COUNT_MAX,
    '1000',
    'Coins that one staff member may give or take within 24 hours without a second person, by adjustments and redeem codes together; 0: all need one',
  ),
  OTP_SECRET: text('', 'Key of the stored hashes of one-time passwords (HMAC-SHA256)'),
  OTP_COUNTRIES: list(
    /^\+[1-9]\d{0,3}$/,
    'calling codes such as +66',
    '+66',
    'Calling codes (comma-separated) of phones that may receive one-time passwords',
  ),
  OTP_PER_HOUR: integer(
    1,
    COUNT_MAX,
    '5000',
    'One-time passwords per hour to new phones, and as many to phones of members, over all nodes; members on their own devices have separate limits',
  ),
  SMS_URL: address(
    'HTTP API of ThaiBulkSMS (`https://api-v2.thaibulksms.com`); empty: no SMS, in development the sandbox’s inbox',
  ),
  SMS_KEY: text('', 'API key of ThaiBulkSMS'),
  SMS_SECRET: text('', 'API secret of ThaiBulkSMS'),
  SMS_SENDER: text('Sangwian', 'Sender name registered at ThaiBulkSMS'),
  SMTP_URL: checked(isSmtpUrl, 'be an smtp or smtps address, such as smtps://user:password@host')
    .prefault('')
    .describe(
      'SMTP server with user and password (`smtps://user:password@host`); `smtp:` requires STARTTLS except on this machine; empty: no mails, in development the sandbox’s mailbox',
    ),
  MAIL_FROM: checked(
    (text) => /^[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s]+@[^<>@\s]+$/.test(text),
    'be an e-mail address, or a name with one: Sangwian <no-reply@example.com>',
  )
    .prefault('')
    .describe('Sender of mails, with or without a name: `Sangwian <no-reply@example.com>`'),
  TOKEN_SECRET: text(
    '',
    'Encrypts the tokens of LINE and Apple with which a link is revoked, and the stream keys of restream targets; after a change, older links end on our side only, and restream targets have to be added anew',
  ),
  LINE_ISSUER: secretAddress(
    'Issuer of LINE Login (`https://access.line.me`); empty: no sign-in with LINE, in development the sandbox’s',
  ),
  LINE_CHANNEL_ID: text('', 'LINE Login channel; its callback URL is `PUBLIC_URL/sign-in`'),
  LINE_CHANNEL_SECRET: text('', 'Secret of the channel, which signs the ID tokens'),
  APPLE_ISSUER: secretAddress(
    'Issuer of Sign in with Apple (`https://appleid.apple.com`); empty: no sign-in with Apple, in development the sandbox’s',
  ),
  APPLE_CLIENT_ID: text(
    '',
    'Services ID of the site at Apple; its return URL is `PUBLIC_URL/sign-in/apple`',
  ),
  APPLE_TEAM_ID: text('', 'Apple team that owns the key'),
  APPLE_KEY_ID: text('', 'ID of the key that signs the client secret'),
  APPLE_PRIVATE_KEY: text(
    '',
    'The key itself (PKCS#8 PEM, P-256); line breaks may be written as `\\n`',
  ),
  VAPID_PRIVATE_KEY: text(
    '',
    'Key that signs web push messages (P-256, 32 bytes in base64url); empty: no web push. After a change every browser has to subscribe again',
  ),
  VAPID_SUBJECT: text(
    '',
    'Contact for push services: `mailto:` or https; default `PUBLIC_URL` where that is https',
  ),
  PUSH_HOSTS: list(
    HOST_PATTERN,
    'host names',
    'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
    'Hosts of push services (comma-separated, `*.` for subdomains); messages are sent to no other host',
  ),
  OMISE_API_URL: secretAddress(
    'Omise’s API (`https://api.omise.co`); empty: no cards, PromptPay and wallets by Omise, in development the sandbox’s. Its webhook is `PUBLIC_URL/api/v1/payment/webhook/omise`',
  ),
  OMISE_JS_URL: address(
    'Script that turns cards into tokens in the browser (`https://cdn.omise.co/omise.js`)',
  ),
  OMISE_PUBLIC_KEY: text('', 'Omise’s public key, which browsers receive'),
  OMISE_SECRET_KEY: text('', 'Omise’s secret key; production refuses test keys'),
  OMISE_WEBHOOK_SECRET: text(
    '',
    'Secret (base64) that signs Omise’s webhooks; comma-separated during a rotation',
  ),
  PAYPAL_API_URL: secretAddress(
    'PayPal’s REST API (`https://api-m.paypal.com`); empty: no PayPal, in development the sandbox’s. Its webhook is `PUBLIC_URL/api/v1/payment/webhook/paypal`',
  ),
  PAYPAL_CLIENT_ID: text('', 'Client ID of PayPal’s REST API'),
  PAYPAL_SECRET: text('', 'Secret of that client'),
  PAYPAL_WEBHOOK_ID: text('', 'ID of the webhook registered at PayPal'),
  PROMPTPAY_ID: text(
    '',
    'Our PromptPay ID for transfers with a slip: phone, national or tax ID, e-wallet, or `biller:` with 15 digits; empty: none',
  ),
  BANK_ACCOUNTS: text(
    '',
    'Our bank accounts for transfers with a slip, as JSON (`docs/runbooks/payments.md`); empty: none',
  ),
  RATES_URL: address(
    'Exchange rate service with Frankfurter’s `/latest?base=THB` (`https://api.frankfurter.dev/v1`); empty: operators set rates (`npm run coin`), in development the sandbox’s',
  ),
  OUTBOUND_HOSTS: list(
    HOST_PATTERN,
    'host names',
    'api.line.me,*.omise.co,*.amazonaws.com',
    'Hosts that the API may call besides those of the addresses above (comma-separated, `*.` for subdomains): other hosts of the same providers, and redirects to their files',
  ),
  RATES_SOURCE: text('European Central Bank', 'Source of the rates, shown beside them'),
  PARTNERS_FILE: text(
    '',
    'JSON file of the partner systems and their public keys, loaded by the preparation step (`docs/partners.md`)',
  ),
  API_INTERNAL_HOST: text(
    '127.0.0.1',
    'Address that the listener of the API for our own processes and for Prometheus listens on; behind another one, only these may reach it: `/metrics` needs no secret',
  ),
  API_INTERNAL_PORT: port('0', 'Port of the API for our own processes; 0: any free port'),
  API_INTERNAL_URL: address('Address at which the media process reaches the API'),
  ...MEDIA_VARIABLES,
  SANDBOX_PORT: port('0', 'Loopback port of the sandbox; 0: any free port'),
  SANDBOX_SMTP_PORT: port('0', 'Loopback port of the sandbox’s SMTP server; 0: any free port'),
  SANDBOX_URL: address(
    'Address to which the API forwards `/sandbox/*`; empty: no sandbox; production requires it empty',
  ),
  SANDBOX_PARTNER_SEED: text(
    '',
    'Seed (base64url, 32 bytes) of the sample partner’s Ed25519 key; only the sandbox receives it',
  ),
  DEMO_CROWD: flag('1', '`0` turns the simulated crowd in chat off'),
  DEMO_STORY: flag(
    '0',
    '`1`: the demo live plays by itself: three bouts in a quarter of an hour, again and again, until an operator directs it; `npm start` sets it, except with `0`, in production or without the sample season',
  ),
  DEMO_PICTURE: flag('0', '`1`: the site is ready only once the demo bout is on air'),
  WEB_DIST: text(
    '',
    'Folder of the built web app (`client` and `server`); empty: `apps/web/dist` of this checkout',
  ),
  CONSOLE_DIST: text(
    '',
    'Folder of the built operator console; empty: `apps/console/dist` of this checkout',
  ),
  FRAME_ANCESTORS: list(
    /^https?:\/\/[\w.*:-]+$/,
    'origins',
    '',
    'Origins (comma-separated) that may frame `/stream`, `/streamwebrtc`, `/program`, `/history` and the fighters below it',
  ),
  SAMPLE_SEASON: flag(
    '0',
    '`1`: the preparation step loads the sample season; `npm start` sets it, except with `0` or in production',
  ),
  RATE_LIMIT_PER_ADDRESS: integer(
    0,
    COUNT_MAX,
    '6000',
    'API calls per address in 10 s; thousands of fans may share an address; 0: no limit',
  ),
  RATE_LIMIT_PER_SESSION: integer(
    0,
    COUNT_MAX,
    '300',
    'API calls per session in 10 s; 0: no limit',
  ),
  CONNECTIONS_PER_ADDRESS: integer(
    0,
    HTTP_LIMITS.connectionsMax,
    '16000',
    'Open connections per address; a browser holds up to eight, and thousands of fans may share an address; behind a proxy of `TRUST_PROXY`, concurrent calls and sockets of one client; 0: no limit',
  ),
  RATE_LIMIT_RENDERS_PER_ADDRESS: integer(
    0,
    COUNT_MAX,
    '100',
    'Page renders per address in 10 s; cached pages do not count; 0: no limit',
  ),
  SOCKETS_PER_ADDRESS: integer(
    0,
    COUNT_MAX,
    '5000',
    'Open sockets per address (IPv6: per /64), on all nodes together with `BUS_URL`, else on each; an arena or a mobile carrier shows thousands of fans as one address; 0: no limit',
  ),
  WEB_NEWS_URL: address(
    'External news, articles and highlights site; empty: hidden in production, a page of the sandbox in development',
  ),
  WEB_MENU_FILE: text(
    '',
    'JSON file of the menus News and Highlights (`docs/runbooks/menus.md`); empty: the news site alone in production, sample links in development',
  ),
  WEB_PROGRAM_URL: address(
    'Programme on the external site, linked from the menus; empty: our own `/program`',
  ),
  WEB_FIGHTER_URL: address(
    'Fighters on the external site, linked from the menus; empty: our own `/history`',
  ),
  WEB_IOS_STORE_URL: address(
    'The app in the App Store; empty: hidden in production, a sample in development',
  ),
  WEB_ANDROID_STORE_URL: address(
    'The app on Google Play; empty: hidden in production, a sample in development',
  ),
  WEB_CONTACT_URL: address(
    'Chat address of the admin; empty: hidden in production, a sample in development',
  ),
} as const;

export type VariableName = keyof typeof VARIABLES;

/** In production these must be set, differ from their default and be hard to guess. */
export const SECRETS = [
  'APP_KEY',
  'INTERNAL_SECRET',
  'GRANT_SECRET',
  'HANDOVER_SECRET',
  'PURCHASE_SECRET',
  'PHONE_HASH_SECRET',
  'OTP_SECRET',
  'TOKEN_SECRET',
  'STAFF_SECRET',
] as const satisfies readonly VariableName[];
