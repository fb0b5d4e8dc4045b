import { isIP } from 'node:net';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';

/** Everything that the media process is told from outside, typed and checked once. */
export interface MediaConfig {
  readonly host: string;
  readonly port: number;
  readonly rtmpHost: string;
  readonly rtmpPort: number;
  readonly dataDir: string;
  /** Proxies whose `X-Forwarded-For` is believed; the site itself is on loopback. */
  readonly trustProxy: readonly string[];
  readonly apiInternalUrl: string;
  readonly internalSecret: string;
  readonly grantSecret: string;
  /** Address that players are told for WebRTC; one that is not loopback is listened on by every address. */
  readonly webrtcHost: string;
  readonly webrtcPort: number;
  /** Viewers by WebRTC at once; 0: nobody publishes or watches by it. */
  readonly webrtcPeersMax: number;
  /** Program that converts sound between AAC and Opus; empty: none. */
  readonly ffmpeg: string;
  readonly dvrMinutes: number;
  readonly dvrMegabytes: number;
  readonly logLevel: string;
}

/** The site hands requests on from the same machine; nobody else reaches this listener. */
const LOOPBACK = '127.0.0.1';

/**
 * Reads the media process's configuration.
 *
 * @throws {ConfigurationError} on a value that is missing or cannot be used
 */
export function readConfig(environment: Environment): MediaConfig {
  const apiInternalUrl = environment.required('API_INTERNAL_URL').replace(/\/+$/, '');
  if (!URL.canParse(apiInternalUrl)) throw new ConfigurationError('API_INTERNAL_URL is no address');
  if (environment.text('NODE_ENV') === 'production') {
    environment.refuseWeakSecrets(['INTERNAL_SECRET', 'GRANT_SECRET']);
  }
  const webrtcHost = environment.text('MEDIA_WEBRTC_HOST');
  if (isIP(webrtcHost) === 0) throw new ConfigurationError('MEDIA_WEBRTC_HOST is no IP address');
  return {
    host: LOOPBACK,
    port: environment.port('MEDIA_PORT'),
    rtmpHost: environment.text('RTMP_HOST'),
    rtmpPort: environment.port('RTMP_PORT'),
    dataDir: environment.text('DATA_DIR'),
    trustProxy: ['loopback', ...environment.list('TRUST_PROXY')],
    apiInternalUrl,
    internalSecret: environment.required('INTERNAL_SECRET'),
    grantSecret: environment.required('GRANT_SECRET'),
    webrtcHost,
    webrtcPort: environment.port('MEDIA_WEBRTC_PORT'),
    webrtcPeersMax: environment.integer('MEDIA_WEBRTC_PEERS', { min: 0, max: 10_000 }),
    ffmpeg: environment.text('MEDIA_FFMPEG'),
    dvrMinutes: environment.integer('MEDIA_DVR_MINUTES', { min: 1, max: 720 }),
    dvrMegabytes: environment.integer('MEDIA_DVR_MEGABYTES', { min: 16, max: 1_000_000 }),
    logLevel: environment.text('LOG_LEVEL'),
  };
}
