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
import { FONT_PATHS } from './card-fonts.ts';
import { learnFonts, setCard } from './set-card.ts';

/** A card of an evening changes when the evening does; who shares a link anew has another address by then. */
const CARD_CACHE = 'public, max-age=600, stale-while-revalidate=86400';
/** How long what a card tells is not asked for again. */
const TOLD_FRESH_MS = 10_000;
const TOLD_STALE_MS = 60_000;
const TOLD_KEPT_MAX = 1_000;
/** A quarter of a megabyte each. */
const CARDS_KEPT_MAX = 120;
/** Drawing takes a core for a tenth of a second: one at a time, whoever asks. */
const DRAWN_AT_ONCE_MAX = 1;
const WAITING_MAX = 40;
const BUSY_RETRY_S = 5;
/** No card has a longer path, and what is kept is kept by its path. */
const PATH_CHARS_MAX = 128;

export interface ShareCardsOptions {
  /** Says what is on the card of a path, or `null`; `null` where the web was not built. */
  readonly describe: ((path: string, call: PageCall) => Promise<ShareCard | null>) | null;
  readonly call: CallInProcess;
  readonly admission: RenderAdmission;
}

/** The pictures of shared links, drawn once for each content and kept by it. */
export function createShareCardsModule({
  describe,
  call,
  admission,
}: ShareCardsOptions): ApiModule {
  if (describe === null) return {};
  const told = new FreshKeeper<ShareCard>({
    entriesMax: TOLD_KEPT_MAX,
    mayServeStale: (error) => toApiError(error).httpStatus !== 404,
  });
  const drawn = new FreshKeeper<SharedBytes>({
    entriesMax: CARDS_KEPT_MAX,
    mayServeStale: () => false,
  });
  const inTurn = createWorkGate({
    runningMax: DRAWN_AT_ONCE_MAX,
    waitingMax: WAITING_MAX,
    retryAfterS: BUSY_RETRY_S,
  });
  let fonts: Promise<void> | null = null;
  const draw = (card: ShareCard): Promise<SharedBytes> =>
    inTurn(async () => {
      fonts ??= learnFonts(FONT_PATHS);
      fonts.catch(() => {
        fonts = null;
      });
      await fonts;
      return shareBytes(await setCard(card), null);
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
    const card = await told.get(
      path,
      { freshMs: TOLD_FRESH_MS, staleMs: TOLD_STALE_MS },
      async () => {
        const found = await admission.run(request.ip, () => describe(path, callOf));
        // Thrown here, a path without a card takes the place of none that has one.
        if (found === null) throw new ApiError('not_found');
        return found;
      },
      { owner: addressKey(request.ip), enter: () => admission.enter(request.ip) },
    );
    const content = hash('sha256', JSON.stringify(card), 'base64url');
    const bytes = await drawn.get(content, { freshMs: Number.POSITIVE_INFINITY, staleMs: 0 }, () =>
      draw(card),
    );
    reply.type('image/png').header('cache-control', CARD_CACHE);
    return sendShared(request, reply, bytes);
  };
  return { register: (app) => void app.get('/share/*', answer) };
}
