import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzip } from 'node:zlib';
import type { ErrorBody } from '@sangwian/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';

/** Playlists from this length on are compressed: a rewind of half an hour repeats itself. */
const GZIP_BYTES_MIN = 16 * 1024;
const REQUEST_ID_PATTERN = /^[\w-]{1,64}$/;

/** Grants stand in the address and no cookie is read, so any page may fetch. */
const CORS = ['Access-Control-Allow-Origin', '*', 'Timing-Allow-Origin', '*'];

/**
 * A playlist holds its viewer's query. Media bytes are the same for every viewer and never change under their name:
 * a browser may keep them, and a CDN that checks grants itself may share them, keyed without the query (RFC 9213);
 * a proxy that knows nothing of this stores nothing.
 */
const PLAYLIST_HEADERS = [
  ...CORS,
  'Content-Type',
  'application/vnd.apple.mpegurl',
  'Cache-Control',
  'no-store',
];
const MEDIA_HEADERS = [
  ...CORS,
  'Content-Type',
  'video/mp4',
  'Cache-Control',
  'private, max-age=600, immutable',
  'CDN-Cache-Control',
  'public, max-age=600, immutable',
  'Accept-Ranges',
  'bytes',
];
const PREFLIGHT_HEADERS = [
  ...CORS,
  'Access-Control-Allow-Methods',
  'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers',
  'Range',
  'Access-Control-Max-Age',
  '86400',
];

export function sendPlaylist(
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): void {
  if (body.length >= GZIP_BYTES_MIN && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) {
    gzip(body, { level: 1 }, (error, compressed) => {
      if (error === null) sendCompressed(response, compressed);
      else sendPlain(response, body);
    });
    return;
  }
  sendPlain(response, body);
}

function sendPlain(response: ServerResponse, body: string): void {
  response.writeHead(200, [...PLAYLIST_HEADERS, 'Content-Length', String(body.length)]);
  response.end(body, 'latin1');
}

function sendCompressed(response: ServerResponse, body: Buffer): void {
  const coding = ['Content-Encoding', 'gzip', 'Content-Length', String(body.length)];
  response.writeHead(200, [...PLAYLIST_HEADERS, ...coding]);
  response.end(body);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** One range of bytes, end exclusive; `null` (the whole) for none and for one that cannot be met. */
function readRange(header: string | undefined, length: number): Range | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return null;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  return start < end ? { start, end } : null;
}

export function sendMedia(request: IncomingMessage, response: ServerResponse, data: Buffer): void {
  const header = request.headers.range;
  const range = header === undefined ? null : readRange(header, data.length);
  if (range === null) {
    response.writeHead(200, [...MEDIA_HEADERS, 'Content-Length', String(data.length)]);
    response.end(data);
    return;
  }
  const { start, end } = range;
  const span = [
    'Content-Range',
    `bytes ${start}-${end - 1}/${data.length}`,
    'Content-Length',
    String(end - start),
  ];
  response.writeHead(206, [...MEDIA_HEADERS, ...span]);
  response.end(data.subarray(start, end));
}

export function sendPreflight(response: ServerResponse): void {
  response.writeHead(204, PREFLIGHT_HEADERS);
  response.end();
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, [
    ...CORS,
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
    'Content-Length',
    String(Buffer.byteLength(text)),
  ]);
  response.end(text);
}

/** A refusal with the contract's code, as every API answers it. */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  code: ErrorCode,
): void {
  const given = request.headers['x-request-id'];
  const requestId =
    typeof given === 'string' && REQUEST_ID_PATTERN.test(given) ? given : randomUUID();
  const body: ErrorBody = { status: code, message: ERROR_EN[code], request_id: requestId };
  sendJson(response, ERROR_STATUS[code], body);
}
