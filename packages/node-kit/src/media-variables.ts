import {
  address,
  addresses,
  choice,
  flag,
  h264Encoder,
  integer,
  ladder,
  list,
  port,
  text,
} from './variable-kinds.ts';

/** The environment variables of the media process, and those of the API that concern it. */
export const MEDIA_VARIABLES = {
  MEDIA_ROLE: choice(
    ['origin', 'gate', 'webrtc-edge'],
    'origin',
    '`origin`: takes encoders and serves their streams. `gate`: checks grants for the edge on its host (`docs/runbooks/edge.md`). `webrtc-edge`: sends streams of other origins to WebRTC viewers (`docs/runbooks/edge.md`)',
  ),
  MEDIA_HOST: text(
    '127.0.0.1',
    'Address that the media process listens on (HLS, control); another one only in a private network, for edges on other hosts',
  ),
  MEDIA_PORT: port('0', 'Port of the media process (HLS, control); 0: any free port'),
  MEDIA_BAN_URL: address(
    'Control address of the Varnish beside a gate; empty: verdicts of the gate are cached for one second only',
  ),
  MEDIA_ORIGIN_URL: address(
    'Address at which all API nodes reach this media process, if there are several (`docs/runbooks/several-nodes.md`); empty: there is one',
  ),
  MEDIA_INTERNAL_URL: address('Address at which the API reaches the media process'),
  MEDIA_ENGINE: choice(
    ['sangwian', 'mediamtx', 'srs'],
    'sangwian',
    'Program that serves the streams: our media process, or another engine (`deploy/engines/README.md`)',
  ),
  MEDIA_ENGINE_URL: address(
    'Address at which the API reaches the API of another engine, which lists its publishers',
  ),
  MEDIA_ENGINE_SECRET: text(
    '',
    'Part of the two addresses at which another engine asks the API, and opens nothing else; only with `MEDIA_ENGINE`',
  ),
  MEDIA_REVOCATION_URLS: addresses(
    'Further media processes that receive revocations: the gates of edges (comma-separated addresses)',
  ),
  MEDIA_WHEP_URLS: addresses(
    'WebRTC edges among which the site spreads its WebRTC viewers (comma-separated addresses); empty: the origin sends to all of them',
  ),
  MEDIA_PUBLIC_URL: address(
    'Address from which players load media; empty: through the site, below `/media`',
  ),
  MEDIA_DVR_MINUTES: integer(1, 720, '30', 'How far back viewers can rewind'),
  MEDIA_DVR_MEGABYTES: integer(
    16,
    1_000_000,
    '1024',
    'Disk space for rewinding per rendition of a channel',
  ),
  MEDIA_WEBRTC_HOST: text(
    '127.0.0.1',
    'IP address that players connect to for WebRTC; the process listens on loopback only for a loopback address, else on every address',
  ),
  MEDIA_WEBRTC_PORT: port(
    '8189',
    'UDP port of WebRTC for all peers; any free port when it is taken',
  ),
  MEDIA_WEBRTC_PEERS: integer(
    0,
    10_000,
    '200',
    'Concurrent WebRTC viewers, further ones get LL-HLS; 0: no WebRTC',
  ),
  MEDIA_FFMPEG: text(
    'ffmpeg',
    'Program that converts sound between AAC and Opus and makes smaller renditions, if installed (with libopus); empty: none',
  ),
  MEDIA_LADDER: ladder(
    'Smaller renditions that ffmpeg makes of each stream, with their bitrates, the most important first (an overloaded machine drops the last); `auto`: 720p:2500k,480p:1200k,240p:400k from four cores on, else off',
  ),
  MEDIA_LADDER_ENCODER: h264Encoder('Encoder of these renditions; only libx264 is tested'),
  MEDIA_THUMBNAILS: flag(
    '1',
    'A picture of each stream every 5 s, for posters and the rewind bar, if ffmpeg is installed (with libwebp); `0`: none',
  ),
  RESTREAM_PRIVATE_HOSTS: list(
    /^[\w.:-]+$/,
    'host names or addresses',
    '',
    'Hosts (comma-separated names or addresses, as in the target’s URL) in private networks to which restreaming may send; all others must have a public address',
  ),
  RTMP_HOST: text('127.0.0.1', 'Address that RTMP ingest listens on'),
  RTMP_PORT: port('1935', 'Port of RTMP ingest; any free port when it is taken'),
  SRT_HOST: text('127.0.0.1', 'Address that SRT ingest listens on'),
  SRT_PORT: port('8890', 'UDP port of SRT ingest; any free port when it is taken'),
  SRT_LATENCY_MS: integer(
    20,
    8_000,
    '300',
    'How long SRT ingest waits for a lost packet; an encoder may ask for more',
  ),
  SRT_PASSPHRASE: text(
    '',
    'Passphrase of 10 to 79 characters that encrypts SRT; empty: SRT is not encrypted, and encoders with a passphrase are refused',
  ),
} as const;
