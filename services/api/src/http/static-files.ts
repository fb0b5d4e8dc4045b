import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  COMPRESS_BYTES_MIN,
  chooseEncoding,
  compress,
  type Encoding,
  THOROUGH,
} from './compress.ts';
import { etagOf, matchesEtag } from './public-answer.ts';

/** The built site is a few megabytes; whatever is beyond this does not belong in it. */
const TOTAL_BYTES_MAX = 64 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Names that never change: `sw.js`, icons, `unsupport.html`. */
const REVALIDATED = 'public, max-age=300, stale-while-revalidate=86400';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};
const COMPRESSIBLE = /^(text\/|application\/|image\/svg)/;

export interface StaticFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
  readonly cacheControl: string;
  /** Compressed once, with the first request that asks for it, or by the build. */
  readonly encoded: Map<Encoding, Promise<Buffer>>;
}

/** Every file of a built site by its address. Only what is in the table is ever served, so no address leads out. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Reads a folder of built files into memory. `x.js.br` and `x.js.gz` are taken for `x.js`; names that begin with a dot
 * are left out.
 */
export async function loadStaticFiles(folder: string): Promise<StaticFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !/(^|\/)\./.test(path));
  const contents = new Map<string, Buffer>();
  let totalBytes = 0;
  for (const path of paths) {
    const body = await readFile(join(folder, path));
    totalBytes += body.length;
    if (totalBytes > TOTAL_BYTES_MAX)
      throw new Error(`${folder} is larger than a built site may be`);
    contents.set(path, body);
  }
  const files = new Map<string, StaticFile>();
  for (const [path, body] of contents) {
    const type = TYPES[extname(path)];
    if (type === undefined) continue;
    const brotli = contents.get(`${path}.br`);
    const gzip = contents.get(`${path}.gz`);
    files.set(`/${path}`, {
      type,
      body,
      etag: etagOf(body),
      cacheControl: path.startsWith('assets/') ? IMMUTABLE : REVALIDATED,
      encoded: new Map<Encoding, Promise<Buffer>>([
        ...(brotli === undefined ? [] : [['br', Promise.resolve(brotli)] as const]),
        ...(gzip === undefined ? [] : [['gzip', Promise.resolve(gzip)] as const]),
      ]),
    });
  }
  return files;
}

function encodedBody(file: StaticFile, encoding: Encoding): Promise<Buffer> {
  const known = file.encoded.get(encoding);
  if (known !== undefined) return known;
  const made = compress(file.body, encoding, THOROUGH);
  file.encoded.set(encoding, made);
  return made;
}

export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
): Promise<FastifyReply> {
  const compressible = COMPRESSIBLE.test(file.type) && file.body.length >= COMPRESS_BYTES_MIN;
  const encoding = compressible ? chooseEncoding(request.headers['accept-encoding']) : null;
  // One validator an encoding: the bytes differ.
  const etag = encoding === null ? file.etag : file.etag.replace(/"$/, `-${encoding}"`);
  reply.type(file.type).header('cache-control', file.cacheControl).header('etag', etag);
  if (compressible) reply.header('vary', 'accept-encoding');
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding === null) return reply.send(file.body);
  return reply.header('content-encoding', encoding).send(await encodedBody(file, encoding));
}
