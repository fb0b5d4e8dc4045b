import { isStrongSecret, MAKE_SECRET, SECRET_BITS_MIN } from './secret-strength.ts';

/**
 * Every name that Sangwian reads from the environment, in one place. `docs/configuration.md` shows the same
 * table (a test holds one against the other); no other file reads `process.env`.
 */
interface Variable {
  readonly about: string;
  /** Absent: the variable has to be set by whoever starts the process. */
  readonly fallback?: string;
  /** Production mode refuses to start while a secret is missing, the development default, or easy to guess. */
  readonly secret?: true;
}

export const VARIABLES = {
  NODE_ENV: {
    about:
      '`production`: as `npm start -- --production`, without sandbox and sample data, and weak secrets are refused',
    fallback: 'development',
  },
  PORT: { about: 'Everything that a browser needs is behind this one port', fallback: '8080' },
  HOST: { about: 'Address that the site listens on', fallback: '127.0.0.1' },
  PUBLIC_URL: {
    about:
      'Address that fans reach the site at; default `http://localhost:PORT`; production wants https, but on loopback',
    fallback: '',
  },
  DATA_DIR: { about: 'Folder of the database, recordings and `run.json`', fallback: './data' },
  DATABASE_URL: { about: 'A PostgreSQL of your own instead of the embedded one', fallback: '' },
  DATABASE_OWNER_URL: {
    about:
      'The same database as the role that owns it, for migrations: then `DATABASE_URL` needs a role that is granted no more than the services need; default `DATABASE_URL`',
    fallback: '',
  },
  BUS_URL: {
    about:
      'PostgreSQL over which API nodes tell each other (LISTEN, NOTIFY), where `DATABASE_URL` goes through a pooler: the same database, directly; default `DATABASE_URL`',
    fallback: '',
  },
  LOG_LEVEL: { about: 'pino level: `debug`, `info`, `warn`, `error`, `silent`', fallback: 'info' },
  TRUST_PROXY: {
    about:
      'Proxies in front of the site (comma-separated addresses, networks, or `loopback`, `linklocal`, `uniquelocal`): `X-Forwarded-For` is believed of these alone, read from its right end',
    fallback: 'loopback',
  },
  APP_KEY: {
    about: 'The fixed header `x-app-key`; identifies the client, authorises nothing',
    fallback: 'sangwian-web-development',
    secret: true,
  },
  INTERNAL_SECRET: {
    about: 'Shared by our own processes; part of the internal addresses',
    fallback: '',
    secret: true,
  },
  GRANT_SECRET: { about: 'Signs playback grants (HMAC-SHA256)', fallback: '', secret: true },
  HANDOVER_SECRET: {
    about:
      'Seals hand-overs (`/redirect?data=`); several, comma-separated, while one replaces another: the first seals, all open',
    fallback: '',
    secret: true,
  },
  PURCHASE_SECRET: {
    about: 'Signs purchase tokens of partners’ members; several, comma-separated, as above',
    fallback: '',
    secret: true,
  },
  PHONE_HASH_SECRET: {
    about:
      'Key of what is kept of phones that members had before (HMAC-SHA256); never changed, or once-per-member codes work twice',
    fallback: '',
    secret: true,
  },
  OTP_SECRET: {
    about: 'Key of what is kept of a one-time password (HMAC-SHA256)',
    fallback: '',
    secret: true,
  },
  OTP_COUNTRIES: {
    about: 'Calling codes (comma-separated) of phones that one-time passwords are sent to',
    fallback: '+66',
  },
  OTP_PER_HOUR: {
    about:
      'One-time passwords an hour to new phones, and as many to phones of members, over all nodes; members on their own devices have caps of their own',
    fallback: '5000',
  },
  SMS_URL: {
    about:
      'HTTP API of ThaiBulkSMS (`https://api-v2.thaibulksms.com`); empty: no SMS, in development the sandbox’s inbox',
    fallback: '',
  },
  SMS_KEY: { about: 'API key there', fallback: '' },
  SMS_SECRET: { about: 'API secret there', fallback: '' },
  SMS_SENDER: { about: 'Sender name that is registered there', fallback: 'Sangwian' },
  TOKEN_SECRET: {
    about:
      'Encrypts what LINE and Apple gave us to end a link with; changed, links made before end on our side alone',
    fallback: '',
    secret: true,
  },
  LINE_ISSUER: {
    about:
      'Issuer of LINE Login (`https://access.line.me`); empty: no sign-in with LINE, in development the sandbox’s',
    fallback: '',
  },
  LINE_CHANNEL_ID: {
    about: 'LINE Login channel; the callback URL to register there is `PUBLIC_URL/sign-in`',
    fallback: '',
  },
  LINE_CHANNEL_SECRET: { about: 'Its secret, which signs the ID tokens', fallback: '' },
  APPLE_ISSUER: {
    about:
      'Issuer of Sign in with Apple (`https://appleid.apple.com`); empty: no sign-in with Apple, in development the sandbox’s',
    fallback: '',
  },
  APPLE_CLIENT_ID: {
    about:
      'Services ID of the site at Apple; the return URL to register there is `PUBLIC_URL/sign-in/apple`',
    fallback: '',
  },
  APPLE_TEAM_ID: { about: 'Team that the key belongs to', fallback: '' },
  APPLE_KEY_ID: { about: 'Key that signs the client secret', fallback: '' },
  APPLE_PRIVATE_KEY: {
    about: 'That key (PKCS#8 PEM, P-256); line breaks may be written as `\\n`',
    fallback: '',
  },
  VAPID_PRIVATE_KEY: {
    about:
      'Key that reminders by web push are signed with (P-256, 32 bytes in base64url); empty: no web push. Changed, every browser has to subscribe anew',
    fallback: '',
  },
  VAPID_SUBJECT: {
    about:
      'Whom push services reach about our messages: `mailto:` or https; default `PUBLIC_URL` where that is https',
    fallback: '',
  },
  PUSH_HOSTS: {
    about:
      'Hosts of push services (comma-separated, `*.` for what is below one): messages are sent to no other',
    fallback:
      'fcm.googleapis.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com',
  },
  OMISE_API_URL: {
    about:
      'Omise’s API (`https://api.omise.co`); empty: no cards, PromptPay and wallets by Omise, in development the sandbox’s. The webhook to register there is `PUBLIC_URL/api/v1/payment/webhook/omise`',
    fallback: '',
  },
  OMISE_JS_URL: {
    about: 'Script that cards become tokens with in the browser (`https://cdn.omise.co/omise.js`)',
    fallback: '',
  },
  OMISE_PUBLIC_KEY: { about: 'Public key there, which browsers see', fallback: '' },
  OMISE_SECRET_KEY: { about: 'Secret key there; production refuses test keys', fallback: '' },
  OMISE_WEBHOOK_SECRET: {
    about: 'Secret (base64) that its webhooks are signed with; several, comma-separated',
    fallback: '',
  },
  PAYPAL_API_URL: {
    about:
      'PayPal’s REST API (`https://api-m.paypal.com`); empty: no PayPal, in development the sandbox’s. The webhook to register there is `PUBLIC_URL/api/v1/payment/webhook/paypal`',
    fallback: '',
  },
  PAYPAL_CLIENT_ID: { about: 'Client of the REST API there', fallback: '' },
  PAYPAL_SECRET: { about: 'Its secret', fallback: '' },
  PAYPAL_WEBHOOK_ID: { about: 'Id of the webhook that is registered there', fallback: '' },
  PROMPTPAY_ID: {
    about:
      'Our PromptPay id for transfers with a slip: phone, national or tax id, e-wallet, or `biller:` with 15 digits; empty: none',
    fallback: '',
  },
  BANK_ACCOUNTS: {
    about:
      'Our bank accounts for transfers with a slip, as JSON (`docs/runbooks/payments.md`); empty: none',
    fallback: '',
  },
  RATES_URL: {
    about:
      'Open service of exchange rates, asked for `/latest?base=THB` as Frankfurter answers it (`https://api.frankfurter.dev/v1`); empty: operators tell rates (`npm run coin`), in development the sandbox’s',
    fallback: '',
  },
  RATES_SOURCE: {
    about: 'Whose rates they are, as it is shown beside them',
    fallback: 'European Central Bank',
  },
  PARTNERS_FILE: {
    about:
      'JSON file of the partner systems and their public keys, read by the preparation (`docs/partners.md`)',
    fallback: '',
  },
  API_INTERNAL_PORT: {
    about: 'Loopback port of the API for our own processes; 0 takes a free one',
    fallback: '0',
  },
  API_INTERNAL_URL: { about: 'Where the media process reaches the API', fallback: '' },
  MEDIA_PORT: {
    about: 'Loopback port of the media process (HLS, control); 0 takes a free one',
    fallback: '0',
  },
  MEDIA_INTERNAL_URL: { about: 'Where the API reaches the media process or engine', fallback: '' },
  MEDIA_PUBLIC_URL: {
    about: 'Where players fetch media; empty: through the site, below `/media`',
    fallback: '',
  },
  MEDIA_DVR_MINUTES: { about: 'How far back a viewer may rewind', fallback: '30' },
  MEDIA_DVR_MEGABYTES: {
    about: 'Disk that one rendition of a channel may use for rewinding',
    fallback: '1024',
  },
  MEDIA_WEBRTC_HOST: {
    about:
      'IP address that players are told for WebRTC; loopback is listened on alone, for any other every address is',
    fallback: '127.0.0.1',
  },
  MEDIA_WEBRTC_PORT: {
    about: 'UDP port of WebRTC, for all peers; another free one when taken',
    fallback: '8189',
  },
  MEDIA_WEBRTC_PEERS: {
    about: 'Viewers by WebRTC at once, more get LL-HLS; 0: no WebRTC',
    fallback: '200',
  },
  MEDIA_FFMPEG: {
    about:
      'Program that converts sound between AAC and Opus, where the machine has it (with libopus); empty: none',
    fallback: 'ffmpeg',
  },
  RTMP_HOST: { about: 'Address that RTMP ingest listens on', fallback: '127.0.0.1' },
  RTMP_PORT: { about: 'RTMP ingest; another free one when taken', fallback: '1935' },
  SANDBOX_PORT: { about: 'Loopback port of the sandbox; 0 takes a free one', fallback: '0' },
  SANDBOX_URL: {
    about: 'Where the API hands `/sandbox/*` on to; empty: no sandbox, which production insists on',
    fallback: '',
  },
  SANDBOX_PARTNER_SEED: {
    about:
      'Seed (base64url, 32 bytes) of the sample partner’s Ed25519 key; the sandbox alone gets it',
    fallback: '',
  },
  DEMO_CROWD: { about: '`0` switches the chatting demo crowd off', fallback: '1' },
  DEMO_PICTURE: {
    about: '`1`: the site is ready only once the demo bout is on air',
    fallback: '0',
  },
  WEB_DIST: {
    about:
      'Folder of the built web app (`client` and `server`); empty: `apps/web/dist` of this checkout',
    fallback: '',
  },
  FRAME_ANCESTORS: {
    about:
      'Origins (comma-separated) that may frame `/stream`, `/streamwebrtc`, `/program`, `/history` and the fighters below it',
    fallback: '',
  },
  SAMPLE_SEASON: { about: '`1`: the preparation loads the sample season', fallback: '0' },
  RATE_LIMIT_PER_ADDRESS: {
    about:
      'Calls of the API that one address may make in 10 s; thousands of fans may share one; 0: no limit',
    fallback: '6000',
  },
  RATE_LIMIT_PER_SESSION: {
    about: 'Calls of the API that one sign-in may make in 10 s; 0: no limit',
    fallback: '300',
  },
  CONNECTIONS_PER_ADDRESS: {
    about:
      'Connections that one address may hold open at the site; a browser holds up to eight, and thousands of fans may share an address; behind a proxy of `TRUST_PROXY`, calls and sockets of one client; 0: no limit',
    fallback: '16000',
  },
  RATE_LIMIT_RENDERS_PER_ADDRESS: {
    about:
      'Pages that one address may have rendered anew in 10 s; pages that are kept count nothing; 0: no limit',
    fallback: '100',
  },
  SOCKETS_PER_ADDRESS: {
    about:
      'Sockets that one address (IPv6: one /64) may hold open on a node; an arena or a mobile carrier shows thousands of fans as one; 0: no limit',
    fallback: '5000',
  },
  WEB_NEWS_URL: {
    about:
      'External news, articles and highlights site; empty: hidden in production, a page of the sandbox in development',
    fallback: '',
  },
  WEB_MENU_FILE: {
    about:
      'JSON file of the menus News and Highlights (`docs/runbooks/menus.md`); empty: the news site alone in production, sample links in development',
    fallback: '',
  },
  WEB_PROGRAM_URL: {
    about: 'The programme on the external site, which the menus lead to; empty: our own `/program`',
    fallback: '',
  },
  WEB_FIGHTER_URL: {
    about: 'The fighters on the external site, which the menus lead to; empty: our own `/history`',
    fallback: '',
  },
  WEB_IOS_STORE_URL: {
    about: 'The app in the App Store; empty: hidden in production, a sample in development',
    fallback: '',
  },
  WEB_ANDROID_STORE_URL: {
    about: 'The app on Google Play; empty: hidden in production, a sample in development',
    fallback: '',
  },
  WEB_CONTACT_URL: {
    about:
      'Chat-messaging contact link of the admin; empty: hidden in production, a sample in development',
    fallback: '',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;

/** A value that cannot be used, told with the variable's name so that whoever runs the process can mend it. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
}

export class Environment {
  readonly #values: Readonly<Record<string, string | undefined>>;

  constructor(values: Readonly<Record<string, string | undefined>> = process.env) {
    this.#values = values;
  }

  /** The value as it is set, else its fallback. */
  text(name: VariableName): string {
    return this.#values[name] ?? VARIABLES[name].fallback;
  }

  /** As `text`, but refuses an empty value. */
  required(name: VariableName): string {
    const value = this.text(name);
    if (value === '') throw new ConfigurationError(`${name} is not set: ${VARIABLES[name].about}`);
    return value;
  }

  /** The parts of a comma-separated value, without blanks around them; none of an empty one. */
  list(name: VariableName): string[] {
    return this.text(name)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  }

  flag(name: VariableName): boolean {
    const value = this.text(name);
    if (value === '1' || value === 'true') return true;
    if (value === '0' || value === 'false' || value === '') return false;
    throw new ConfigurationError(`${name} must be 0 or 1, not "${value}"`);
  }

  integer(name: VariableName, range: { min: number; max: number }): number {
    const value = Number(this.text(name));
    if (!Number.isInteger(value) || value < range.min || value > range.max) {
      throw new ConfigurationError(
        `${name} must be a whole number from ${range.min} to ${range.max}, not "${this.text(name)}"`,
      );
    }
    return value;
  }

  port(name: VariableName): number {
    return this.integer(name, { min: 0, max: 65_535 });
  }

  /**
   * Refuses secrets that are missing, the development default, or too easy to guess.
   *
   * @param names of the secrets that the process uses; absent: all
   * @throws {ConfigurationError} with the name of each, and how to make one
   */
  refuseWeakSecrets(names?: readonly VariableName[]): void {
    const weak = (names ?? (Object.keys(VARIABLES) as VariableName[])).filter((name) => {
      const variable: Variable = VARIABLES[name];
      if (variable.secret !== true) return false;
      // Several of them may stand there while one replaces another.
      const values = this.text(name).split(',');
      return values.some((value) => value === variable.fallback || !isStrongSecret(value.trim()));
    });
    if (weak.length === 0) return;
    throw new ConfigurationError(
      `production needs secrets of its own, each with at least ${SECRET_BITS_MIN} random bits; ` +
        `missing, the default or too weak: ${weak.join(', ')}.\n` +
        `Make each one anew: export ${weak[0]}="$(${MAKE_SECRET})"`,
    );
  }
}
