import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { THOROUGH } from './compress.ts';
import { type SharedBytes, sendShared, shareBytes } from './shared-bytes.ts';

/** Maximum size of the built site, which is normally a few megabytes. */
const TOTAL_BYTES_MAX = 64 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Lifetime of files without a hash in their name: `sw.js`, icons, `unsupport.html`. */
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
  readonly bytes: SharedBytes;
  readonly cacheControl: string;
}

/** All files of a built site by path. Only files in this map are served, so path traversal is impossible. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

/**
 * Reads a folder of built files into memory. `x.js.br` and `x.js.gz` are stored as encodings of `x.js`. Names that
 * begin with a dot are ignored.
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
    const bytes = shareBytes(body, COMPRESSIBLE.test(type) ? THOROUGH : null);
    if (brotli !== undefined) bytes.encoded.set('br', Promise.resolve(brotli));
    if (gzip !== undefined) bytes.encoded.set('gzip', Promise.resolve(gzip));
    const cacheControl = path.startsWith('assets/') ? IMMUTABLE : REVALIDATED;
    files.set(`/${path}`, { type, bytes, cacheControl });
  }
  return files;
}

export function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
): Promise<FastifyReply> {
  reply.type(file.type).header('cache-control', file.cacheControl);
  return sendShared(request, reply, file.bytes);
}
