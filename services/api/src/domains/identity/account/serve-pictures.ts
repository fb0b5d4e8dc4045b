import type { FastifyInstance } from 'fastify';
import { isPicture, type PictureStorage } from './picture-storage.ts';

/** Paths contain the hash of the contents, so the image at a path never changes. */
const FOUND_CACHE = 'public, max-age=31536000, immutable';
const MISSING_CACHE = 'public, max-age=60';
/** A grey silhouette. Browsers show this image instead of a broken-image icon, although the status is 404. */
const PLACEHOLDER_AVATAR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path fill="#3a3f4a" d="M0 0h64v64H0z"/><path fill="#8b93a3" d="M32 14a12 12 0 1 1 0 24 12 12 0 0 1 0-24ZM10 64c0-13 10-21 22-21s22 8 22 21Z"/></svg>';

/** Serves profile pictures. Old chat lines may refer to a deleted image, so a 404 response carries a placeholder. */
export function servePictures(app: FastifyInstance, storage: PictureStorage): void {
  app.get('/pictures/*', async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const bytes = isPicture(path) ? await storage.read(path) : null;
    reply.header('content-security-policy', "default-src 'none'; sandbox");
    if (bytes === null) {
      return reply
        .code(404)
        .header('cache-control', MISSING_CACHE)
        .type('image/svg+xml; charset=utf-8')
        .send(PLACEHOLDER_AVATAR);
    }
    return reply.header('cache-control', FOUND_CACHE).type('image/webp').send(bytes);
  });
}
