import { randomUUID } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { ErrorBody } from '@sangwian/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { CSP_OF_DATA } from '@sangwian/node-kit/http/refuse-connection';
import type { FilledTemplate } from '../playlist/query-template.ts';
import { type Exchange, HeaderBlock } from './exchange.ts';

/** Longer playlists are compressed: a rewind of half an hour is repetitive. */
const GZIP_BYTES_MIN = 16 * 1024;
/** Matches `gzip` in `Accept-Encoding` unless its weight is zero. */
const GZIP_PATTERN = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const REQUEST_ID_PATTERN = /^[\w-]{1,64}$/;

/** The grant is in the URL and no cookie is read, so any origin may fetch. */
const CORS = ['Access-Control-Allow-Origin', '*', 'Timing-Allow-Origin', '*'];

/**
 * A playlist contains its viewer's query. Media bytes are immutable and the same for all viewers: browsers may cache
 * them, and a CDN that checks grants itself may share them, keyed without the query (RFC 9213). Other proxies store
 * nothing.
 */
const PLAYLIST_HEADERS = new HeaderBlock([
  ...CORS,
  'Content-Type',
  'application/vnd.apple.mpegurl',
  'Cache-Control',
  'no-store',
]);
const MEDIA_HEADERS = new HeaderBlock([
  ...CORS,
  'Content-Type',
  'video/mp4',
  'Cache-Control',
  'private, max-age=600, immutable',
  'CDN-Cache-Control',
  'public, max-age=600, immutable',
  'Accept-Ranges',
  'bytes',
]);
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

export function sendPlaylist(exchange: Exchange, body: FilledTemplate): void {
  const zip =
    body.length >= GZIP_BYTES_MIN && GZIP_PATTERN.test(exchange.header('accept-encoding') ?? '');
  if (!zip) {
    exchange.send(200, PLAYLIST_HEADERS, body);
    return;
  }
  gzip(body.toBuffer(), { level: 1 }, (error, compressed) => {
    if (error === null) exchange.send(200, PLAYLIST_HEADERS, compressed, GZIPPED);
    else exchange.send(200, PLAYLIST_HEADERS, body);
  });
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

export function sendPreflight(exchange: Exchange): void {
  exchange.send(204, PREFLIGHT_HEADERS, null);
}

/** Sends an SDP answer with the address of its session (RFC 9725). */
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

/** Sends an error in the contract's format; `detail` says what to change at the encoder. */
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
