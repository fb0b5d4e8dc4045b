/** Parses offers and completes answers (RFC 8866, RFC 9725). The WebRTC library does the rest. */

/** Maximum lines of an offer; browsers send about 300. */
const LINES_MAX = 2_000;
const MEDIA_MAX = 16;
const TOKEN_PATTERN = /^[\w.~+-]{1,64}$/;

export interface OfferedCodec {
  readonly payloadType: number;
  /** Such as `H264/90000`; the name is in upper case. */
  readonly encoding: string;
  /** The offered parameters, unchanged. */
  readonly parameters: string;
}

export interface OfferedMedia {
  readonly kind: 'video' | 'audio' | 'other';
  readonly mid: string;
  readonly direction: 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';
  /** Whether the section offers simulcast: several encodings of one video (RFC 8853). */
  readonly layered: boolean;
  readonly codecs: readonly OfferedCodec[];
}

export interface Offer {
  /**
   * A parsed offer. It omits the peer's candidates, because the peer connects to us, and its first connectivity check
   * reveals its IP address.
   */
  readonly sdp: string;
  readonly media: readonly OfferedMedia[];
}

const DIRECTION_PATTERN = /^a=(sendrecv|sendonly|recvonly|inactive)$/;

function readMedia(lines: readonly string[]): OfferedMedia | null {
  const [first = ''] = lines;
  const kind = /^m=(\w+)/.exec(first)?.[1];
  let mid = '';
  let direction: OfferedMedia['direction'] = 'sendrecv';
  const encodings = new Map<number, string>();
  const parameters = new Map<number, string>();
  for (const line of lines) {
    const map = /^a=rtpmap:(\d{1,3}) ([\w.-]+)\/(\d+)/.exec(line);
    const format = /^a=fmtp:(\d{1,3}) (.{1,256})$/.exec(line);
    const named = DIRECTION_PATTERN.exec(line);
    if (map !== null) encodings.set(Number(map[1]), `${map[2]?.toUpperCase()}/${map[3]}`);
    else if (format !== null) parameters.set(Number(format[1]), format[2] ?? '');
    else if (named !== null) direction = named[1] as OfferedMedia['direction'];
    else if (line.startsWith('a=mid:')) mid = line.slice('a=mid:'.length);
  }
  if (!TOKEN_PATTERN.test(mid)) return null;
  return {
    kind: kind === 'video' || kind === 'audio' ? kind : 'other',
    mid,
    direction,
    layered: lines.some((line) => line.startsWith('a=simulcast:')),
    codecs: Array.from(encodings, ([payloadType, encoding]) => ({
      payloadType,
      encoding,
      parameters: parameters.get(payloadType) ?? '',
    })).filter(({ payloadType }) => payloadType < 128),
  };
}

/** Parses an offer; `null` if it cannot be answered. */
export function readOffer(text: string): Offer | null {
  const lines = text.split(/\r\n|\n/).filter((line) => line !== '');
  if (lines[0] !== 'v=0' || lines.length > LINES_MAX) return null;
  const kept = lines.filter(
    (line) => !/^a=(?:candidate:|end-of-candidates|remote-candidates)/.test(line),
  );
  const has = (name: string): boolean => kept.some((line) => line.startsWith(`a=${name}:`));
  if (!has('ice-ufrag') || !has('ice-pwd') || !has('fingerprint')) return null;
  const media: OfferedMedia[] = [];
  const starts = kept.flatMap((line, index) => (line.startsWith('m=') ? [index] : []));
  if (starts.length === 0 || starts.length > MEDIA_MAX) return null;
  for (const [index, start] of starts.entries()) {
    const section = readMedia(kept.slice(start, starts[index + 1]));
    if (section === null) return null;
    media.push(section);
  }
  if (new Set(media.map(({ mid }) => mid)).size !== media.length) return null;
  return { sdp: `${kept.join('\r\n')}\r\n`, media };
}

const profileOf = (codec: OfferedCodec): number =>
  Number.parseInt(/profile-level-id=([0-9a-f]{2})/i.exec(codec.parameters)?.[1] ?? '42', 16);

/**
 * Chooses the offered H.264 codec that fits a stream's `profile_idc` best, in mode 1 (RFC 6184). Browsers decode more
 * profiles than they offer, so any H.264 is accepted if none fits.
 */
export function chooseH264(media: OfferedMedia, profile: number): OfferedCodec | null {
  const fit = media.codecs.filter(
    ({ encoding, parameters }) =>
      encoding === 'H264/90000' && /packetization-mode=1/.test(parameters),
  );
  return fit.find((codec) => profileOf(codec) === profile) ?? fit[0] ?? null;
}

export const chooseOpus = (media: OfferedMedia): OfferedCodec | null =>
  media.codecs.find(({ encoding }) => encoding === 'OPUS/48000') ?? null;

export interface Endpoint {
  readonly address: string;
  readonly port: number;
}

const HOST_PRIORITY = 2_130_706_431;

/** Replaces the candidates of the library's answer with the configured endpoint. */
export function finishAnswer(sdp: string, { address, port }: Endpoint): string {
  const lines = sdp
    .split(/\r\n|\n/)
    .filter((line) => line !== '' && !/^a=(?:candidate:|end-of-candidates)/.test(line));
  const candidate = `a=candidate:1 1 UDP ${HOST_PRIORITY} ${address} ${port} typ host`;
  const first = lines.findIndex((line) => line.startsWith('m='));
  const second = lines.findIndex((line, index) => index > first && line.startsWith('m='));
  lines.splice(second < 0 ? lines.length : second, 0, candidate, 'a=end-of-candidates');
  return `${lines.join('\r\n')}\r\n`;
}
