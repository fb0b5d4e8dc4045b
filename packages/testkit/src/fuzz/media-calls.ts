import type { FuzzCall } from './api-calls.ts';
import { bytesOf, damage, integer, pick, type Random } from './fuzz-random.ts';

export interface MediaWorld {
  readonly channelId: string;
  /** A valid grant for the channel, one for another channel, and an expired one. */
  readonly grants: readonly string[];
  readonly streamKey: string;
  /** Names of files below the channel. */
  readonly files: readonly string[];
}

const ODD_FILES = [
  's0.m4s',
  's999999999999.m4s',
  'p1-9999.m4s',
  'p999999999999-0.m4s',
  'init0.mp4',
  't0.webp',
  't999999999999999.webp',
  '720p/stream.m3u8',
  'audio/stream.m3u8',
  '../../../etc/passwd',
  '%2e%2e/%2e%2e/secrets.json',
  '..%5c..%5cx',
  '%00',
  '%',
  'index.m3u8%0d%0aX-Odd:1',
  '',
  'x'.repeat(3_000),
];
const DIRECTIVES = [
  '_HLS_msn=0',
  '_HLS_msn=999999999999',
  '_HLS_msn=-1',
  '_HLS_msn=1&_HLS_part=99999',
  '_HLS_part=1',
  '_HLS_skip=YES',
  '_HLS_skip=v2',
  '_HLS_msn=NaN&_HLS_part=%00',
  '_HLS_msn=1&_HLS_msn=2',
  'a'.repeat(3_000),
];
const RANGES = ['bytes=0-', 'bytes=5-2', 'bytes=0-0,1-1', 'bytes=-999999999999', 'x=1', 'bytes='];
const METHODS = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'];

const OFFER = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  'a=fingerprint:sha-256 00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF',
  'a=setup:actpass',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuvwx',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'c=IN IP4 0.0.0.0',
  'a=mid:0',
  'a=rtcp-mux',
  'a=sendrecv',
  'a=rtpmap:96 H264/90000',
  'a=fmtp:96 packetization-mode=1;profile-level-id=42e01f;level-asymmetry-allowed=1',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  'a=mid:1',
  'a=rtcp-mux',
  'a=sendrecv',
  'a=rtpmap:111 opus/48000/2',
  '',
].join('\r\n');

const grantOf = (world: MediaWorld, random: Random): string => {
  const grant = pick(random, world.grants);
  const chance = random();
  if (chance < 0.6) return grant;
  if (chance < 0.8)
    return encodeURIComponent(damage(random, Buffer.from(grant)).toString('latin1'));
  return pick(random, ['', '.', 'a.b', '%00', grant.repeat(3), grant.split('.')[0] ?? '']);
};

function mediaAddress(world: MediaWorld, random: Random): string {
  const file = random() < 0.6 ? pick(random, world.files) : pick(random, ODD_FILES);
  const channel =
    random() < 0.9 ? world.channelId : pick(random, ['other', '..', '__proto__', 'g']);
  const directives = random() < 0.3 ? pick(random, DIRECTIVES) : '';
  return random() < 0.7
    ? `/media/g/${grantOf(world, random)}/${channel}/${file}?${directives}`
    : `/media/${channel}/${file}?token=${grantOf(world, random)}&${directives}`;
}

/** Removes, repeats, damages or replaces lines. */
function oddOffer(random: Random): Buffer {
  const lines = OFFER.split('\r\n');
  const defects = integer(random, 6);
  for (let defect = 0; defect < defects; defect += 1) {
    const at = integer(random, lines.length);
    const line = lines[at] ?? '';
    lines[at] = pick<() => string>(random, [
      () => '',
      () => line.repeat(2),
      () => damage(random, Buffer.from(line)).toString('latin1'),
      () => `${line}${'9'.repeat(400)}`,
      () => `m=video 65536 UDP/TLS/RTP/SAVPF ${'96 '.repeat(200)}`,
      () => lines.slice(0, 12).join('\r\n'),
    ])();
  }
  const offer = Buffer.from(lines.join(random() < 0.9 ? '\r\n' : '\n'), 'latin1');
  if (random() < 0.05) return bytesOf(random, integer(random, 2_000));
  return random() < 0.03 ? Buffer.alloc(70_000, 'a=x\r\n') : offer;
}

function signallingCall(world: MediaWorld, random: Random): Omit<FuzzCall, 'what' | 'caller'> {
  const isWhip = random() < 0.5;
  const session = random() < 0.2 ? '/00000000-0000-4000-8000-000000000000' : '';
  const isDamaged = random() < 0.5;
  const key = isDamaged ? bytesOf(random, 24).toString('hex') : world.streamKey;
  const path = isWhip
    ? `/media/live/whip${session}`
    : `/media/${world.channelId}/whep${session}?token=${grantOf(world, random)}`;
  return {
    method: random() < 0.85 ? 'POST' : pick(random, ['DELETE', 'PATCH', 'GET', 'OPTIONS']),
    path,
    headers: {
      'content-type': random() < 0.9 ? 'application/sdp' : 'application/json',
      ...(isWhip ? { authorization: `Bearer ${key}` } : {}),
    },
    body: oddOffer(random),
    delivery: random() < 0.02 ? 'cut' : 'whole',
  };
}

const CONTROL = [
  '/control/x/channels',
  '/control//revocations',
  '/control/%00/channels',
  '/metrics',
  '/gate/x/y',
  '/internal/x/media/auth',
  '/.git/config',
];

/**
 * Returns a request to the media process: files of a channel, WHIP and WHEP, and the endpoints of our own processes.
 */
export function nextMediaCall(world: MediaWorld, random: Random): FuzzCall {
  const chance = random();
  if (chance < 0.2) {
    return { what: 'WHIP and WHEP', caller: 'peer', ...signallingCall(world, random) };
  }
  const isControl = chance < 0.25;
  return {
    what: isControl ? 'control' : 'media address',
    caller: 'viewer',
    method: pick(random, METHODS),
    path: (isControl ? pick(random, CONTROL) : mediaAddress(world, random)).slice(0, 7_000),
    headers: {
      ...(random() < 0.15 ? { range: pick(random, RANGES) } : {}),
      ...(random() < 0.1 ? { 'if-none-match': '*, "x"' } : {}),
      ...(random() < 0.1 ? { 'accept-encoding': 'br;q=0, gzip' } : {}),
      ...(random() < 0.05 ? { 'x-forwarded-for': '::ffff:1.2.3.4, , x' } : {}),
    },
    body: null,
    delivery: 'whole',
  };
}
