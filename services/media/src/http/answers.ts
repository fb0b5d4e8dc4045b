import { randomUUID } from 'node:crypto';
import { gzip } from 'node:zlib';
import type { ErrorBody } from '@sangwian/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { CSP_OF_DATA } from '@sangwian/node-kit/http/refuse-connection';
import type { FilledTemplate } from '../playlist/query-template.ts';
import { type Exchange, HeaderBlock } from './exchange.ts';

/** Playlists from this length on are compressed: a rewind of half an hour repeats itself. */
const GZIP_BYTES_MIN = 16 * 1024;
/** `gzip` among the codings that are accepted, and not to be kept away by a weight of nought. */
const GZIP_PATTERN = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;
const REQUEST_ID_PATTERN = /^[\w-]{1,64}$/;

/** Grants stand in the address and no cookie is read, so any page may fetch. */
const CORS = ['Access-Control-Allow-Origin', '*', 'Timing-Allow-Origin', '*'];

/**
 * A playlist holds its viewer's query. Media bytes are the same for every viewer and never change under their name:
 * a browser may keep them, and a CDN that checks grants itself may share them, keyed without the query (RFC 9213);
 * a proxy that knows nothing of this stores nothing.
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

/** One range of bytes, end exclusive; `null` (the whole) for none and for one that cannot be met. */
function readRange(header: string, length: number): Range | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header);
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  return start < end ? { start, end } : null;
}

/** The range that is asked for, where it means anything: with GET, and not if the bytes are still what they were. */
function rangeAskedFor(exchange: Exchange, length: number): Range | null {
  const header = exchange.header('range');
  if (header === undefined || exchange.method !== 'GET') return null;
  return exchange.header('if-range') === undefined ? readRange(header, length) : null;
}

export function sendMedia(exchange: Exchange, data: Buffer): void {
  const range = rangeAskedFor(exchange, data.length);
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

/** The answer to an offer, and where its session is (RFC 9725). */
export function sendDescription(exchange: Exchange, sdp: string, location: string): void {
  const more = ['Content-Type', 'application/sdp', 'Location', location, 'ETag', '"1"'];
  exchange.send(201, SIGNALLING_HEADERS, sdp, more);
}

/** What was asked for is done, or there was nothing to do. */
export function sendDone(exchange: Exchange, status: 200 | 204): void {
  exchange.send(status, SIGNALLING_HEADERS, status === 204 ? null : '');
}

export function sendJson(exchange: Exchange, status: number, body: unknown): void {
  exchange.send(status, JSON_HEADERS, Buffer.from(JSON.stringify(body)));
}

/** A refusal with the contract's code, as every API answers it; `detail` says what to change at the encoder. */
export function sendError(exchange: Exchange, code: ErrorCode, detail?: string): void {
  const given = exchange.header('x-request-id');
  const requestId = given !== undefined && REQUEST_ID_PATTERN.test(given) ? given : randomUUID();
  const body: ErrorBody = {
    status: code,
    message: ERROR_EN[code],
    request_id: requestId,
    ...(detail === undefined ? {} : { details: [{ path: 'stream', message: detail }] }),
  };
  sendJson(exchange, ERROR_STATUS[code], body);
}
