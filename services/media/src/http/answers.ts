import { randomUUID } from 'node:crypto';
import type { ErrorBody } from '@sangwian/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { CSP_OF_DATA } from '@sangwian/node-kit/http/refuse-connection';
import type { PlaylistBody } from '../playlist/playlist-body.ts';
import { type Exchange, HeaderBlock } from './exchange.ts';

/** Shorter playlists are not compressed, because they fit into one packet anyway. */
const GZIP_BYTES_MIN = 1_200;
/** Matches `gzip` in `Accept-Encoding` unless its weight is zero. */
const GZIP_PATTERN = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const REQUEST_ID_PATTERN = /^[\w-]{1,64}$/;

/** The grant is in the URL and no cookie is read, so any origin may fetch. */
const CORS = ['Access-Control-Allow-Origin', '*', 'Timing-Allow-Origin', '*'];

const PLAYLIST = [
  ...CORS,
  'Content-Type',
  'application/vnd.apple.mpegurl',
  'Vary',
  'Accept-Encoding',
  'Cache-Control',
];
const PLAYLIST_HEADERS = new HeaderBlock([...PLAYLIST, 'no-store']);
/**
 * A playlist for a part that exists may be cached, because every later playlist contains this part, too. Players
 * request each part once, so the lifetime only has to cover viewers who are behind.
 */
const NAMED_PLAYLIST_HEADERS = new HeaderBlock([...PLAYLIST, 'public, max-age=6']);
/** Media bytes are immutable and the same for all viewers. A shared cache has to check the grant in the URL. */
const MEDIA_HEADERS = new HeaderBlock([
  ...CORS,
  'Content-Type',
  'video/mp4',
  'Cache-Control',
  'public, max-age=600, immutable',
  'Accept-Ranges',
  'bytes',
]);
const PICTURE_HEADERS = new HeaderBlock([
  ...CORS,
  'Content-Type',
  'image/webp',
  'Cache-Control',
  'public, max-age=1800, immutable',
  'Cross-Origin-Resource-Policy',
  'cross-origin',
  'X-Content-Type-Options',
  'nosniff',
]);
/** The list of thumbnails grows every five seconds. */
const STORYBOARD_HEADERS = new HeaderBlock([
  ...CORS,
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'public, max-age=2',
  'Content-Security-Policy',
  CSP_OF_DATA,
  'X-Content-Type-Options',
  'nosniff',
]);
const REDIRECT_HEADERS = new HeaderBlock([...CORS, 'Cache-Control', 'no-store']);
const PREFLIGHT_HEADERS = new HeaderBlock([
  ...CORS,
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers',
  'Range, Authorization, Content-Type, If-Match',
  'Access-Control-Max-Age',
  '86400',
]);
const JSON_HEADERS = new HeaderBlock([
  ...CORS,
  'Content-Type',
  'application/json; charset=utf-8',
  'Cache-Control',
  'no-store',
  'Content-Security-Policy',
  CSP_OF_DATA,
  'X-Content-Type-Options',
  'nosniff',
]);
const SIGNALLING_HEADERS = new HeaderBlock([
  ...CORS,
  'Access-Control-Expose-Headers',
  'Location, ETag',
  'Cache-Control',
  'no-store',
]);
const GZIPPED = ['Content-Encoding', 'gzip'];

/** @param named whether the request names a part that the playlist contains, so that caches may keep the response */
export function sendPlaylist(exchange: Exchange, body: PlaylistBody, named: boolean): void {
  const headers = named ? NAMED_PLAYLIST_HEADERS : PLAYLIST_HEADERS;
  const zip =
    body.bytes.length >= GZIP_BYTES_MIN &&
    GZIP_PATTERN.test(exchange.header('accept-encoding') ?? '');
  if (zip) exchange.send(200, headers, body.gzipped, GZIPPED);
  else exchange.send(200, headers, body.bytes);
}

/** Redirects to the same resource with the grant in its path. */
export function sendRedirect(exchange: Exchange, location: string): void {
  exchange.send(302, REDIRECT_HEADERS, '', ['Location', location]);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Parses one byte range, end exclusive. Returns `null`, meaning the whole body, if it is missing or unsatisfiable. */
function readRange(header: string, length: number): Range | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  return start < end ? { start, end } : null;
}

/** Returns the requested range for GET requests without `If-Range`. */
function readRequestedRange(exchange: Exchange, length: number): Range | null {
  const header = exchange.header('range');
  if (header === undefined || exchange.method !== 'GET') return null;
  return exchange.header('if-range') === undefined ? readRange(header, length) : null;
}

export function sendMedia(exchange: Exchange, data: Buffer): void {
  const range = readRequestedRange(exchange, data.length);
  if (range === null) {
    exchange.send(200, MEDIA_HEADERS, data);
    return;
  }
  const { start, end } = range;
  exchange.send(206, MEDIA_HEADERS, data.subarray(start, end), [
    'Content-Range',
    `bytes ${start}-${end - 1}/${data.length}`,
  ]);
}

/** Sends a thumbnail, which never changes. */
export function sendStill(exchange: Exchange, data: Buffer): void {
  exchange.send(200, PICTURE_HEADERS, data);
}

/** Sends the list of a channel's thumbnails. */
export function sendStoryboard(exchange: Exchange, body: Buffer): void {
  exchange.send(200, STORYBOARD_HEADERS, body);
}

export function sendPreflight(exchange: Exchange): void {
  exchange.send(204, PREFLIGHT_HEADERS, null);
}

/** Sends an SDP answer with the URL of its session (RFC 9725). */
export function sendDescription(exchange: Exchange, sdp: string, location: string): void {
  const more = ['Content-Type', 'application/sdp', 'Location', location, 'ETag', '"1"'];
  exchange.send(201, SIGNALLING_HEADERS, sdp, more);
}

export function sendDone(exchange: Exchange, status: 200 | 204): void {
  exchange.send(status, SIGNALLING_HEADERS, status === 204 ? null : '');
}

export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  exchange.send(status, JSON_HEADERS, Buffer.from(JSON.stringify(body)));
}

/** Sends an error in the contract's format. `detail` names the setting to change at the encoder. */
export function sendError(exchange: Exchange, code: ErrorCode, detail?: string): void {
  const sent = exchange.header('x-request-id');
  const requestId = sent !== undefined && REQUEST_ID_PATTERN.test(sent) ? sent : randomUUID();
  const body: ErrorBody = {
    status: code,
    message: ERROR_EN[code],
    request_id: requestId,
    ...(detail === undefined ? {} : { details: [{ path: 'stream', message: detail }] }),
  };
  sendJson(exchange, ERROR_STATUS[code], body);
}
