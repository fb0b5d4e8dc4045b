import { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FreshKeeper } from '../../../platform/http/fresh-keeper.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { type SharedBytes, sendShared, shareBytes } from '../../../platform/http/shared-bytes.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import type { MediaEngine } from '../watch/watch.module.ts';

/** Pages fetch the image every 30 s. */
const CACHE = 'public, max-age=10';
/** When a live becomes premium or ends, its image disappears within this time. */
const ACCESS_MS = 1_000;
/** The media process produces an image every five seconds. */
const PICTURE_MS = 4_000;
const LIVES_KEPT_MAX = 1_000;
const PICTURES_KEPT_MAX = 128;
const ANSWER_MS_MAX = 2_000;
const PICTURE_BYTES_MAX = 512 * 1024;

const Params = z.object({
  program_live_id: ProgramLiveId,
  file: z.enum(['poster.webp', 'thumbnail.webp']),
});

export interface LivePicturesOptions {
  readonly live: Pick<LiveReader, 'findLive' | 'streamsOf'>;
  /** Returns the URL of a channel's media process; `null` means `mediaInternalUrl`. */
  readonly findOrigin: (channelId: string) => string | null;
  /** Empty if there is no media process. */
  readonly mediaInternalUrl: string;
  /** Only the engine `sangwian` produces images. */
  readonly mediaEngine: MediaEngine;
  readonly internalSecret: string;
  readonly logger: Logger;
}

/** Returns the channel of a free live in progress, whose image everybody may see; `null` for any other live. */
async function findPublicChannel(
  { live }: LivePicturesOptions,
  programLiveId: ProgramLiveId,
): Promise<string | null> {
  const found = await live.findLive(programLiveId);
  if (found === null || found.status !== 'in_progress' || found.access !== 'free') return null;
  const streams = await live.streamsOf(programLiveId);
  return (streams.find(({ kind }) => kind === 'hls') ?? streams[0])?.channelId ?? null;
}

/** Fetches the newest image of a channel from its media process; `null` if there is none. */
async function fetchPicture(
  { findOrigin, mediaInternalUrl, internalSecret, logger }: LivePicturesOptions,
  channelId: string,
  still: string,
): Promise<SharedBytes | null> {
  const origin = findOrigin(channelId) ?? mediaInternalUrl;
  if (origin === '') return null;
  try {
    const address = `${origin}/control/channels/${channelId}/${still}`;
    const response = await fetchOwnProcess(address, {
      headers: internalHeaders(internalSecret),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isPicture = response.ok && bytes.length <= PICTURE_BYTES_MAX;
    return isPicture ? shareBytes(bytes, null) : null;
  } catch (error) {
    logger.warn({ err: error, channel: channelId }, 'live picture not fetched');
    return null;
  }
}

/**
 * Creates the module that serves the current images of free lives:
 * `/live-picture/{program_live_id}/poster.webp` and `…/thumbnail.webp`. Without an image the response is
 * empty (204), so that a page falls back to its drawing without an error.
 */
export function createLivePicturesModule(options: LivePicturesOptions): ApiModule {
  const mayServeStale = () => false;
  const channels = new FreshKeeper<string | null>({ entriesMax: LIVES_KEPT_MAX, mayServeStale });
  const pictures = new FreshKeeper<SharedBytes | null>({
    entriesMax: PICTURES_KEPT_MAX,
    mayServeStale,
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const params = Params.safeParse(request.params);
    if (!params.success || options.mediaEngine !== 'sangwian') throw new ApiError('not_found');
    const { program_live_id: id, file } = params.data;
    const channelId = await channels.get(id, { freshMs: ACCESS_MS, staleMs: ACCESS_MS }, () =>
      findPublicChannel(options, id),
    );
    const still = file.replace('.webp', '');
    const picture =
      channelId === null
        ? null
        : await pictures.get(
            `${channelId}/${still}`,
            { freshMs: PICTURE_MS, staleMs: PICTURE_MS },
            () => fetchPicture(options, channelId, still),
          );
    reply.header('cache-control', CACHE);
    if (picture === null) return reply.code(204).send();
    return sendShared(request, reply.type('image/webp'), picture);
  };
  return { register: (app) => void app.get('/live-picture/:program_live_id/:file', answer) };
}
