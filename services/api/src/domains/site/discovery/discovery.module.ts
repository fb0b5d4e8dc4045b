import { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { QUICK } from '../../../platform/http/compress.ts';
import { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../../platform/http/shared-bytes.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import type { Database } from '../../../schema/database.ts';
import { SitemapStore } from './sitemap.store.ts';
import {
  STATIC_PAGES,
  URLS_PER_FILE_MAX,
  writeLlms,
  writeRobots,
  writeSitemap,
  writeSitemapIndex,
} from './sitemap-rules.ts';

const XML = 'application/xml; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const CACHE = 'public, max-age=600, stale-while-revalidate=86400';
/** A sitemap file has several megabytes. Therefore it is written rarely, and only a few files are cached. */
const FRESH_MS = 600_000;
const STALE_MS = 3_600_000;
const KEPT_MAX = 8;

export interface DiscoveryOptions {
  readonly db: Kysely<Database>;
  /** Returns the site's URL, which is known only once the server listens. */
  readonly publicUrl: () => string;
  /** Maximum pages per sitemap file. */
  readonly urlsPerFileMax?: number;
}

/** Creates the module of `robots.txt`, the sitemap and `llms.txt`. */
export function createDiscoveryModule({
  db,
  publicUrl,
  urlsPerFileMax = URLS_PER_FILE_MAX,
}: DiscoveryOptions): ApiModule {
  const store = new SitemapStore(db);
  const kept = new FreshKeeper<SharedBytes>({
    entriesMax: KEPT_MAX,
    mayServeStale: (error) => toApiError(error).httpStatus !== 404,
  });
  const counted = new FreshKeeper<number>({ entriesMax: 1, mayServeStale: () => true });

  /** Counts the sitemap files. The count is cached, so that requests for unknown files cost nothing. */
  const countFiles = (): Promise<number> =>
    counted.get('files', { freshMs: FRESH_MS, staleMs: STALE_MS }, async () =>
      Math.ceil((STATIC_PAGES.length + (await store.countPages())) / urlsPerFileMax),
    );

  /** Writes a sitemap file by its number, from 1. Returns `null` if there is no such file. */
  async function writeFile(number: number): Promise<string | null> {
    if (number > (await countFiles())) return null;
    const from = (number - 1) * urlsPerFileMax;
    const staticPages = STATIC_PAGES.slice(from, from + urlsPerFileMax);
    const found = await store.findPages(
      Math.max(0, from - STATIC_PAGES.length),
      urlsPerFileMax - staticPages.length,
    );
    const pages = [...staticPages, ...found];
    return writeSitemap(publicUrl(), pages);
  }

  async function writeFirst(): Promise<string | null> {
    const files = await countFiles();
    return files <= 1 ? writeFile(1) : writeSitemapIndex(publicUrl(), files);
  }

  const answer =
    (type: string, write: (request: FastifyRequest) => Promise<string | null>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const [path = ''] = request.url.split('?', 1);
      const bytes = await kept.get(path, { freshMs: FRESH_MS, staleMs: STALE_MS }, async () => {
        const text = await write(request);
        // Thrown inside `get`, so that the response for a missing file is not cached.
        if (text === null) throw new ApiError('not_found');
        return shareBytes(text, QUICK);
      });
      reply.type(type).header('cache-control', CACHE);
      return sendShared(request, reply, bytes);
    };

  return {
    register: (app: FastifyInstance) => {
      app.get(
        '/robots.txt',
        answer(TEXT, async () => writeRobots(publicUrl())),
      );
      app.get(
        '/llms.txt',
        answer(TEXT, async () => writeLlms(publicUrl())),
      );
      app.get('/sitemap.xml', answer(XML, writeFirst));
      app.get<{ Params: { number: string } }>(
        '/sitemap-:number(^[1-9]\\d{0,3}$).xml',
        (request, reply) =>
          answer(XML, () => writeFile(Number(request.params.number)))(request, reply),
      );
    },
  };
}
