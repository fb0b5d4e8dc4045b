import { Readable } from 'node:stream';
import { ClipId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { CLIP_FILE_KINDS, CLIP_FILES, type ClipFile, clipKey } from './clip-files.ts';
import type { ClipRow, ClipsStore } from './clips.store.ts';

/** A removed clip disappears from caches within `max-age`. */
const CACHE = 'public, max-age=60';
/** Bytes per read from the storage. */
const CHUNK_BYTES = 1024 * 1024;
const Params = z.object({ clip_id: ClipId, file: z.string() });

interface ByteRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Parses a header with one byte range. Returns `null` for the whole file and `unsatisfiable` for a range
 * beyond the end of the file.
 */
export function parseRange(
  header: string | undefined,
  length: number,
): ByteRange | null | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  return start < end ? { start, end } : 'unsatisfiable';
}

const lengthOf = (row: ClipRow, file: ClipFile): number =>
  (file === 'landscape'
    ? row.landscape_bytes
    : file === 'vertical'
      ? row.vertical_bytes
      : row.poster_bytes) ?? 0;

async function* readChunks(
  objects: Pick<ObjectStore, 'readRange'>,
  key: string,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += CHUNK_BYTES) {
    const bytes = await objects.readRange(key, at, Math.min(CHUNK_BYTES, end - at));
    if (bytes === null) throw new Error(`${key} is missing`);
    yield bytes;
  }
}

/** Serves the files of clips. Supports byte ranges for players, and `?download` to save a file. */
export function serveClips(
  app: FastifyInstance,
  store: ClipsStore,
  objects: Pick<ObjectStore, 'readRange'>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const params = Params.safeParse(request.params);
    if (!params.success) throw new ApiError('not_found');
    const { clip_id: clipId, file: name } = params.data;
    const file = CLIP_FILE_KINDS.find((kind) => CLIP_FILES[kind].name === name);
    const row = file === undefined ? undefined : await store.find(clipId);
    // A held clip is served too, because moderators must watch it. Only they get its URL.
    if (file === undefined || row?.state !== 'ready' || row.removed_at !== null) {
      throw new ApiError('clip_not_found');
    }
    const length = lengthOf(row, file);
    reply
      .header('cache-control', CACHE)
      .header('accept-ranges', 'bytes')
      .header('content-security-policy', "default-src 'none'; sandbox")
      // Link previews on other sites play the clip.
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(CLIP_FILES[file].type);
    if ((request.query as Record<string, unknown>).download !== undefined) {
      const shown = `sangwian-${clipId.slice(-8)}-${CLIP_FILES[file].name}`;
      reply.header('content-disposition', `attachment; filename="${shown}"`);
    }
    const range = parseRange(request.headers.range, length);
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${length}`).send();
    }
    const { start, end } = range ?? { start: 0, end: length };
    if (range !== null) {
      reply.code(206).header('content-range', `bytes ${start}-${end - 1}/${length}`);
    }
    reply.header('content-length', end - start);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(Readable.from(readChunks(objects, clipKey(row, file), { start, end })));
  };
  app.get('/clip-file/:clip_id/:file', answer);
}
