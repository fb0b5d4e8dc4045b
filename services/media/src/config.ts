import { isIP } from 'node:net';
import {
  readEnvironment,
  refuseWeakSecrets,
  required,
  variables,
} from '@sangwian/node-kit/environment';
import { VARIABLES } from '@sangwian/node-kit/variables';
import type { z } from 'zod';
import { type LadderEncoder, parseLadder } from './ladder/ladder-setting.ts';

/** SRT accepts passphrases of these lengths only. */
const isSrtPassphrase = (passphrase: string): boolean =>
  passphrase === '' || (passphrase.length >= 10 && passphrase.length <= 79);

const Config = variables(
  'NODE_ENV',
  'MEDIA_ROLE',
  'MEDIA_HOST',
  'MEDIA_PORT',
  'MEDIA_BAN_URL',
  'MEDIA_ORIGIN_URL',
  'RTMP_HOST',
  'RTMP_PORT',
  'SRT_HOST',
  'SRT_PORT',
  'SRT_LATENCY_MS',
  'DATA_DIR',
  'TRUST_PROXY',
  'MEDIA_WEBRTC_PORT',
  'MEDIA_WEBRTC_PEERS',
  'MEDIA_FFMPEG',
  'MEDIA_LADDER',
  'MEDIA_LADDER_ENCODER',
  'MEDIA_THUMBNAILS',
  'RESTREAM_PRIVATE_HOSTS',
  'MEDIA_DVR_MINUTES',
  'MEDIA_DVR_MEGABYTES',
  'LOG_LEVEL',
)
  .extend({
    API_INTERNAL_URL: required('API_INTERNAL_URL'),
    INTERNAL_SECRET: required('INTERNAL_SECRET'),
    GRANT_SECRET: required('GRANT_SECRET'),
    MEDIA_WEBRTC_HOST: VARIABLES.MEDIA_WEBRTC_HOST.refine((host) => isIP(host) !== 0, {
      error: 'must be an IP address',
    }),
    SRT_PASSPHRASE: VARIABLES.SRT_PASSPHRASE.refine(isSrtPassphrase, {
      error: 'must have 10 to 79 characters',
    }),
  })
  .superRefine(refuseWeakSecrets)
  .transform((values) => ({
    role: values.MEDIA_ROLE,
    host: values.MEDIA_HOST,
    port: values.MEDIA_PORT,
    /** URL of Varnish's control port, for a gate; empty: none. */
    banUrl: values.MEDIA_BAN_URL,
    /** URL at which all API nodes reach this process; empty: only the API node on this machine reaches it. */
    originUrl: values.MEDIA_ORIGIN_URL,
    rtmpHost: values.RTMP_HOST,
    rtmpPort: values.RTMP_PORT,
    srtHost: values.SRT_HOST,
    srtPort: values.SRT_PORT,
    srt: { latencyMs: values.SRT_LATENCY_MS, passphrase: values.SRT_PASSPHRASE },
    dataDir: values.DATA_DIR,
    /** Proxies whose `X-Forwarded-For` is trusted. The API node of this machine connects from loopback. */
    trustProxy: ['loopback', ...values.TRUST_PROXY],
    apiInternalUrl: values.API_INTERNAL_URL,
    internalSecret: values.INTERNAL_SECRET,
    grantSecret: values.GRANT_SECRET,
    /**
     * IP address that players connect to for WebRTC. Unless it is a loopback address, the process listens on every
     * address.
     */
    webrtcHost: values.MEDIA_WEBRTC_HOST,
    webrtcPort: values.MEDIA_WEBRTC_PORT,
    /** Concurrent WebRTC viewers; 0: no WebRTC. */
    webrtcPeersMax: values.MEDIA_WEBRTC_PEERS,
    /** Path of the ffmpeg program, which converts audio and makes smaller renditions; empty: none. */
    ffmpeg: values.MEDIA_FFMPEG,
    ladder: parseLadder(values.MEDIA_LADDER),
    ladderEncoder: values.MEDIA_LADDER_ENCODER as LadderEncoder,
    /** Whether a thumbnail of each stream is made every 5 s. */
    thumbnails: values.MEDIA_THUMBNAILS,
    /** Hosts in private networks that streams may be sent on to. */
    restreamPrivateHosts: values.RESTREAM_PRIVATE_HOSTS,
    dvrMinutes: values.MEDIA_DVR_MINUTES,
    dvrMegabytes: values.MEDIA_DVR_MEGABYTES,
    logLevel: values.LOG_LEVEL,
  }));

/** Configuration of the media process. */
export type MediaConfig = z.output<typeof Config>;

/** @throws {ConfigurationError} naming every variable that cannot be used */
export const readConfig = (): MediaConfig => readEnvironment(Config);
