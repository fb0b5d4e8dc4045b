import { hash } from 'node:crypto';
import type { PageCall, ShareCard } from '@sangwian/contract/page-render';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallInProcess } from '../../../platform/http/call-in-process.ts';
import { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { addressKey } from '../../../platform/http/rate-limits.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../../platform/http/shared-bytes.ts';
import { toApiError } from '../../../platform/http/to-api-error.ts';
import { createWorkGate } from '../../../platform/limits/work-gate.ts';
import type { RenderAdmission } from '../pages/pages.module.ts';
import { loadFonts, type ReadPhoto, renderShareCard } from './render-share-card.ts';

/** A share image changes with its live. When the link is shared again, the image has another URL. */
const CARD_CACHE = 'public, max-age=600, stale-while-revalidate=86400';
/** How long the content of a share image is cached. */
const CONTENT_FRESH_MS = 10_000;
const CONTENT_STALE_MS = 60_000;
const CONTENTS_MAX = 1_000;
/** Maximum number of cached images; each has a quarter of a megabyte. */
const CARDS_KEPT_MAX = 120;
/** Rendering an image takes 0.1 s of CPU time, so images are rendered one at a time. */
const DRAWN_AT_ONCE_MAX = 1;
const WAITING_MAX = 40;
const BUSY_RETRY_S = 5;
/** Longer than the path of any share image. The limit bounds the size of cache keys. */
const PATH_CHARS_MAX = 128;

export interface ShareCardsOptions {
  /**
   * Returns the content of the share image of a page, or `null` if the page has none. The function itself is `null` if
   * the web app is not built.
   */
  readonly describe: ((path: string, call: PageCall) => Promise<ShareCard | null>) | null;
  readonly call: CallInProcess;
  readonly admission: RenderAdmission;
  readonly readPhoto: ReadPhoto;
}

/** Creates the module of share images, which are rendered and cached once per content. */
export function createShareCardsModule({
  describe,
  call,
  admission,
  readPhoto,
}: ShareCardsOptions): ApiModule {
  if (describe === null) return {};
  const contents = new FreshKeeper<ShareCard>({
    entriesMax: CONTENTS_MAX,
    mayServeStale: (error) => toApiError(error).httpStatus !== 404,
  });
  const pictures = new FreshKeeper<SharedBytes>({
    entriesMax: CARDS_KEPT_MAX,
    mayServeStale: () => false,
  });
  const oneAtATime = createWorkGate({
    runningMax: DRAWN_AT_ONCE_MAX,
    waitingMax: WAITING_MAX,
    retryAfterS: BUSY_RETRY_S,
  });
  let fonts: Promise<void> | null = null;
  const draw = (card: ShareCard): Promise<SharedBytes> =>
    oneAtATime(async () => {
      fonts ??= loadFonts();
      fonts.catch(() => {
        fonts = null;
      });
      await fonts;
      return shareBytes(await renderShareCard(card, readPhoto), null);
    });

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const [path = ''] = request.url.split('?', 1);
    if (path.length > PATH_CHARS_MAX) throw new ApiError('not_found');
    const callOf: PageCall = (operation, parts) =>
      call(operation, parts, {
        ip: request.ip,
        userAgent: request.headers['user-agent'] ?? '',
        log: request.log as Logger,
      });
    const card = await contents.get(
      path,
      { freshMs: CONTENT_FRESH_MS, staleMs: CONTENT_STALE_MS },
      async () => {
        const found = await admission.run(request.ip, () => describe(path, callOf));
        // Thrown inside `get`, so that the response for a missing image is not cached.
        if (found === null) throw new ApiError('not_found');
        return found;
      },
      { owner: addressKey(request.ip), enter: () => admission.enter(request.ip) },
    );
    const contentHash = hash('sha256', JSON.stringify(card), 'base64url');
    const bytes = await pictures.get(
      contentHash,
      { freshMs: Number.POSITIVE_INFINITY, staleMs: 0 },
      () => draw(card),
    );
    reply.type('image/png').header('cache-control', CARD_CACHE);
    return sendShared(request, reply, bytes);
  };
  return { register: (app) => void app.get('/share/*', answer) };
}
