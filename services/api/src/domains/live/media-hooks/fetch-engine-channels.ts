import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { z } from 'zod';
import type { LiveChannels } from './publisher-watch.ts';

const ANSWER_MS_MAX = 2_000;
/** Maximum number of streams that are read from an engine. A site has only a few channels. */
const STREAMS_MAX = 1_000;

const MediaMtxPaths = z.object({
  items: z.array(
    // Newer releases say `online` instead of `ready`.
    z.object({ name: z.string(), ready: z.boolean().optional(), online: z.boolean().optional() }),
  ),
});
const SrsStreams = z.object({
  streams: z.array(
    z.object({ name: z.string(), app: z.string(), publish: z.object({ active: z.boolean() }) }),
  ),
});

/** The request and the response format for the list of publishers, for each engine. */
const ENGINES = {
  mediamtx: {
    path: `/v3/paths/list?itemsPerPage=${STREAMS_MAX}`,
    read: (answer: unknown) =>
      MediaMtxPaths.parse(answer)
        .items.filter(({ ready, online }) => online ?? ready ?? false)
        .map(({ name }) => name),
  },
  srs: {
    path: `/api/v1/streams/?count=${STREAMS_MAX}`,
    read: (answer: unknown) =>
      SrsStreams.parse(answer)
        .streams.filter(({ app, publish }) => app === 'live' && publish.active)
        .map(({ name }) => name),
  },
} as const;

/** Fetches the published channels from another engine; `null` if the engine does not respond. */
export async function fetchEngineChannels(
  engine: keyof typeof ENGINES,
  url: string,
): Promise<LiveChannels | null> {
  const { path, read } = ENGINES[engine];
  try {
    const response = await fetchOwnProcess(url.replace(/\/+$/, '') + path, {
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (!response.ok) throw new Error(`${engine} answered ${response.status}`);
    return { originId: null, live: read(await response.json()) };
  } catch {
    return null;
  }
}
