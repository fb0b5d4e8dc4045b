import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance } from 'fastify';
import type { PhotoFiles } from './photo-files.ts';

/**
 * The served files: those for fans, and the operators' copy of the original. The original is not served, because it
 * contains metadata.
 */
const FILE = /^\/uploads\/([0-9a-f]{32})\/((?:\d{2,4}\.(avif|webp))|preview\.(webp))$/;
/** Paths contain the hash of the contents, so a file never changes. */
const FOUND_CACHE = 'public, max-age=31536000, immutable';

/** Returns the photo file of a URL path; `null` for any other path. */
export function parsePhotoPath(path: string) {
  const [, folder, name, format] = FILE.exec(path) ?? [];
  if (folder === undefined || name === undefined) return null;
  return { folder, name, type: `image/${format ?? 'webp'}` };
}

/** Serves the files of uploaded photos. */
export function servePhotos(app: FastifyInstance, files: PhotoFiles): void {
  app.get('/uploads/*', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const file = parsePhotoPath(path);
    if (file === null) throw new ApiError('not_found');
    const bytes = await files.read(file.folder, file.name);
    if (bytes === null) throw new ApiError('not_found');
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', FOUND_CACHE)
      .type(file.type)
      .send(bytes);
  });
}
