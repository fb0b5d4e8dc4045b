import { MEDIA_PLAYLIST_NAME, MULTIVARIANT_NAME, STORYBOARD_NAME } from '../playlist/addresses.ts';
import type { ReloadTarget } from '../playlist/reload-rules.ts';

const PREFIX = '/media/';
/** First path segment of URLs with a grant: `/media/g/{grant}/…`. No channel may have this name. */
const GRANT_PREFIX = '/media/g/';
/** Longer URLs are refused. */
const ADDRESS_CHARS_MAX = 2_048;
const CHANNEL_CHARS_MAX = 64;
const FILE_PATTERN = /^(?:s(\d{1,12})|p(\d{1,12})-(\d{1,4})|init(\d{1,12}))\.(?:m4s|mp4)$/;
/**
 * The folder of a rendition, of a rendition's audio, or of the stream's audio. Only the channel knows whether it
 * exists.
 */
const FOLDER_PATTERN = /^(?:\d{3,4}p\d{0,3}(?:-audio)?|audio)$/;
/** A thumbnail, named by its date in milliseconds. */
const THUMBNAIL_PATTERN = /^t(\d{1,15})\.webp$/;
const NUMBER_PATTERN = /^\d{1,12}$/;

export type MediaFile =
  | { readonly kind: 'multivariant' }
  | { readonly kind: 'playlist' }
  | { readonly kind: 'storyboard' }
  | { readonly kind: 'thumbnail'; readonly timeMs: number }
  | { readonly kind: 'init'; readonly firstSequence: number }
  | { readonly kind: 'segment'; readonly mediaSequence: number }
  | { readonly kind: 'part'; readonly mediaSequence: number; readonly part: number };

export interface MediaAddress {
  /** Untrusted: a map key, never part of a file path. */
  readonly channelId: string;
  /** The folder below the channel; `''` is the channel itself. */
  readonly folder: string;
  readonly file: MediaFile;
  readonly token: string;
  /** Whether the token is in the query, as external players send it. Relative URLs in a playlist would lose it. */
  readonly tokenInQuery: boolean;
  /** The position that a blocking playlist request waits for; `null`: no wait. */
  readonly reload: ReloadTarget | null;
  readonly skip: boolean;
  /** Whether a delivery directive is invalid. */
  readonly malformed: boolean;
}

const MULTIVARIANT: MediaFile = { kind: 'multivariant' };
const PLAYLIST: MediaFile = { kind: 'playlist' };
const STORYBOARD: MediaFile = { kind: 'storyboard' };
/** Files that exist for a channel but not for a rendition. */
const OF_CHANNEL: ReadonlySet<MediaFile['kind']> = new Set([
  'multivariant',
  'storyboard',
  'thumbnail',
]);

function readFile(name: string): MediaFile | null {
  if (name === MEDIA_PLAYLIST_NAME) return PLAYLIST;
  if (name === MULTIVARIANT_NAME) return MULTIVARIANT;
  if (name === STORYBOARD_NAME) return STORYBOARD;
  const match = FILE_PATTERN.exec(name);
  if (match === null) {
    const [, timeMs] = THUMBNAIL_PATTERN.exec(name) ?? [];
    return timeMs === undefined ? null : { kind: 'thumbnail', timeMs: Number(timeMs) };
  }
  const [, segment, partSegment, part, init] = match;
  if (init !== undefined) {
    return name.endsWith('.mp4') ? { kind: 'init', firstSequence: Number(init) } : null;
  }
  if (!name.endsWith('.m4s')) return null;
  return segment !== undefined
    ? { kind: 'segment', mediaSequence: Number(segment) }
    : { kind: 'part', mediaSequence: Number(partSegment), part: Number(part) };
}

interface Directives {
  token: string;
  mediaSequence: string | null;
  part: string | null;
  skip: string | null;
}

function readQuery(query: string): Directives {
  const directives: Directives = { token: '', mediaSequence: null, part: null, skip: null };
  if (query === '') return directives;
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = equals < 0 ? pair : pair.slice(0, equals);
    const value = equals < 0 ? '' : pair.slice(equals + 1);
    if (name === 'token') directives.token = value;
    else if (name === '_HLS_msn') directives.mediaSequence = value;
    else if (name === '_HLS_part') directives.part = value;
    else if (name === '_HLS_skip') directives.skip = value;
  }
  return directives;
}

/** Returns the URL with the grant in its path, relative to the same URL with the grant in its query. */
export function locationWithGrant({
  channelId,
  folder,
  file,
  token,
  reload,
  skip,
}: MediaAddress): string {
  const up = folder === '' ? '../' : '../../';
  const name = file.kind === 'multivariant' ? MULTIVARIANT_NAME : MEDIA_PLAYLIST_NAME;
  const query = [
    ...(reload === null ? [] : [`_HLS_msn=${reload.mediaSequence}`]),
    ...(reload === null || reload.part === null ? [] : [`_HLS_part=${reload.part}`]),
    ...(skip ? ['_HLS_skip=YES'] : []),
  ].join('&');
  const path = `${up}g/${token}/${channelId}/${folder === '' ? '' : `${folder}/`}${name}`;
  return query === '' ? path : `${path}?${query}`;
}

/** Returns the end of the path segment that begins at `start`, or -1 if no slash follows. */
function segmentEnd(url: string, start: number, pathEnd: number): number {
  const slash = url.indexOf('/', start);
  return slash < pathEnd ? slash : -1;
}

/**
 * Parses `/media/g/{grant}/{channel_id}/[{folder}/]{file}?_HLS_msn=…&_HLS_part=…&_HLS_skip=YES`, or the same without
 * `g/{grant}/` and with `token=…` in the query. Returns `null` for any other URL. File names must match completely, so
 * no other file can be reached.
 */
export function readMediaAddress(url: string): MediaAddress | null {
  if (url.length > ADDRESS_CHARS_MAX || !url.startsWith(PREFIX)) return null;
  const question = url.indexOf('?');
  const pathEnd = question < 0 ? url.length : question;
  const tokenInQuery = !url.startsWith(GRANT_PREFIX);
  const grantEnd = tokenInQuery ? 0 : segmentEnd(url, GRANT_PREFIX.length, pathEnd);
  if (grantEnd < 0) return null;
  const channelAt = tokenInQuery ? PREFIX.length : grantEnd + 1;
  const slash = segmentEnd(url, channelAt, pathEnd);
  if (slash < 0 || slash - channelAt > CHANNEL_CHARS_MAX) return null;
  const inner = segmentEnd(url, slash + 1, pathEnd);
  const nameAt = inner < 0 ? slash + 1 : inner + 1;
  const folder = nameAt === slash + 1 ? '' : url.slice(slash + 1, nameAt - 1);
  if (nameAt !== slash + 1 && !FOLDER_PATTERN.test(folder)) return null;
  const file = readFile(url.slice(nameAt, pathEnd));
  if (file === null || (folder !== '' && OF_CHANNEL.has(file.kind))) return null;
  const directives = readQuery(question < 0 ? '' : url.slice(question + 1));
  const { mediaSequence, part, skip } = directives;
  const malformed =
    (mediaSequence !== null && !NUMBER_PATTERN.test(mediaSequence)) ||
    (part !== null && (mediaSequence === null || !NUMBER_PATTERN.test(part))) ||
    (skip !== null && skip !== 'YES' && skip !== 'v2');
  return {
    channelId: url.slice(channelAt, slash),
    folder,
    file,
    token: tokenInQuery ? directives.token : url.slice(GRANT_PREFIX.length, grantEnd),
    tokenInQuery,
    reload:
      mediaSequence === null || malformed
        ? null
        : { mediaSequence: Number(mediaSequence), part: part === null ? null : Number(part) },
    skip: skip !== null,
    malformed,
  };
}
