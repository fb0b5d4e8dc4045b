import type { IncomingMessage, ServerResponse } from 'node:http';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { sendRefusal } from '@sangwian/node-kit/http/send-refusal';
import type { Logger } from '@sangwian/node-kit/logger';
import { requestIdOf } from '../../../platform/http/request-id.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { objectKey } from './recording-rules.ts';
import {
  isReplayAddress,
  type ReplayAddress,
  type ReplayFile,
  readReplayAddress,
} from './replay-address.ts';
import type { ReplayGrants } from './replay-grants.ts';
import type { PlaylistBody, Replay, ReplayReader } from './replay-reader.ts';
import { findSegment } from './replay-timeline.ts';
import { sheetKey } from './storyboard-rules.ts';

const RETRY_AFTER_S = 2;
/** Players on any site may fetch, because the grant is in the URL and no cookie is read. */
const CORS = {
  'access-control-allow-origin': '*',
  'timing-allow-origin': '*',
  'access-control-expose-headers': 'Content-Length, Content-Range',
  'x-content-type-options': 'nosniff',
};
/** Segments never change. They are private because a shared cache could not check the grant in the URL. */
const MEDIA_CACHING = 'private, max-age=86400, immutable';
/** Short, because a restarted media process may add missing segments. */
const PLAYLIST_CACHING = 'private, max-age=10';
/** Shorter than the time after which players reload a growing playlist. */
const GROWING_CACHING = 'private, max-age=5';
const GZIP = /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i;

export interface ServeReplaysDeps {
  readonly replays: ReplayReader;
  readonly grants: ReplayGrants;
  readonly objects: Pick<ObjectStore, 'read' | 'readRange'>;
  readonly logger: Logger;
}

interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Parses a header with one byte range. Returns `null` (the whole body) if the range is missing or cannot be
 * satisfied.
 */
function readRange(header: string | undefined, length: number): ByteRange | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  return start < end ? { start, end } : null;
}

function sendBytes(
  { request, response }: Call,
  length: number,
  range: ByteRange | null,
  bytes: Buffer | null,
): void {
  response.writeHead(range === null ? 200 : 206, {
    ...CORS,
    'content-type': 'video/mp4',
    'cache-control': MEDIA_CACHING,
    'accept-ranges': 'bytes',
    'content-length': range === null ? length : range.end - range.start,
    ...(range === null
      ? {}
      : { 'content-range': `bytes ${range.start}-${range.end - 1}/${length}` }),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

async function sendPlaylist(
  { request, response }: Call,
  { text, compressed }: PlaylistBody,
  isOver: boolean,
): Promise<void> {
  const isCompressed = GZIP.test(String(request.headers['accept-encoding'] ?? ''));
  const body = isCompressed ? await compressed() : Buffer.from(text);
  response.writeHead(200, {
    ...CORS,
    'content-type': 'application/vnd.apple.mpegurl',
    'cache-control': isOver ? PLAYLIST_CACHING : GROWING_CACHING,
    vary: 'accept-encoding',
    'content-length': body.length,
    ...(isCompressed ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function sendSheet({ request, response }: Call, bytes: Buffer): void {
  response.writeHead(200, {
    ...CORS,
    'content-type': 'image/jpeg',
    'cache-control': MEDIA_CACHING,
    'content-length': bytes.length,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Sends the file of an admitted request. Returns an error to send instead, or `null`. */
async function answerFile(
  { objects }: ServeReplaysDeps,
  call: Call,
  replay: Replay,
  { folder, file }: { readonly folder: string; readonly file: ReplayFile },
): Promise<ErrorCode | null> {
  const { is_over: isOver, recording_id: recordingId } = replay.row;
  if (file.kind === 'multivariant') {
    await sendPlaylist(call, replay.multivariant, isOver);
    return null;
  }
  if (file.kind === 'sheet') {
    const sheet = await objects.read(sheetKey(recordingId, file.sheet));
    if (sheet === null) return 'not_found';
    sendSheet(call, sheet);
    return null;
  }
  const track = replay.tracks.find((one) => one.folder === folder);
  if (track === undefined) return 'stream_not_found';
  if (file.kind === 'playlist') {
    const playlist = replay.playlist(folder);
    if (playlist === null) return 'stream_not_found';
    await sendPlaylist(call, playlist, isOver);
    return null;
  }
  const { headers } = call.request;
  const requested = headers['if-range'] === undefined ? headers.range : undefined;
  if (file.kind === 'init') {
    const period = track.segments.find(
      (one) => one.period.first_sequence === file.sequence,
    )?.period;
    if (period === undefined) return 'not_found';
    const range = readRange(requested, period.init.length);
    sendBytes(call, period.init.length, range, period.init.subarray(range?.start, range?.end));
    return null;
  }
  const segment = findSegment(track, file.sequence);
  if (segment === undefined) return 'not_found';
  const { bytes, offset, objectSequence } = segment;
  const range = readRange(requested, bytes);
  if (call.request.method === 'HEAD') {
    sendBytes(call, bytes, range, null);
    return null;
  }
  const { start, end } = range ?? { start: 0, end: bytes };
  const key = objectKey(recordingId, folder, objectSequence);
  const data = await objects.readRange(key, offset + start, end - start);
  if (data === null) return 'not_found';
  sendBytes(call, bytes, range, data);
  return null;
}

async function answer(
  deps: ServeReplaysDeps,
  call: Call,
  address: ReplayAddress | null,
): Promise<ErrorCode | null> {
  const { method } = call.request;
  if (method !== 'GET' && method !== 'HEAD') return 'method_not_allowed';
  if (address === null) return 'not_found';
  const refusal = await deps.grants.refusalOf(address);
  if (refusal !== null) return refusal;
  const replay = await deps.replays.read(address.recordingId);
  return replay === null ? 'stream_not_found' : answerFile(deps, call, replay, address);
}

/**
 * Returns the request interceptor that serves replays. Their URLs are below `/media/`, like those of the
 * media process's channels.
 */
export function createReplayInterceptor(deps: ServeReplaysDeps) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url = '', method } = request;
    if (!isReplayAddress(url)) return false;
    if (method === 'OPTIONS') {
      response.writeHead(204, {
        ...CORS,
        'access-control-allow-methods': 'GET, HEAD',
        'access-control-allow-headers': 'Range',
        'access-control-max-age': '86400',
      });
      response.end();
      return true;
    }
    const refuse = (code: ErrorCode): void => {
      if (response.headersSent) return void response.destroy();
      for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
      const retry = code === 'unavailable' ? { retryAfterS: RETRY_AFTER_S } : {};
      sendRefusal(response, { status: ERROR_STATUS[code], code, ...retry }, requestIdOf(request));
      request.resume();
    };
    answer(deps, { request, response }, readReplayAddress(url)).then(
      (code) => {
        if (code !== null) refuse(code);
      },
      (error: unknown) => {
        deps.logger.warn({ err: error }, 'replay not served');
        refuse('unavailable');
      },
    );
    return true;
  };
}
