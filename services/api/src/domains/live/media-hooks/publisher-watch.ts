import type { ProgramLiveId } from '@sangwian/contract/ids';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import { fetchOwnProcess } from '@sangwian/node-kit/http/restrict-fetch';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import type { Logger } from '@sangwian/node-kit/logger';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { MediaHooksStore } from './media-hooks.store.ts';

const CHECK_EVERY_MS = 5_000;
const ANSWER_MS_MAX = 2_000;
/**
 * A media process that has not responded for this long is considered dead, and its publishers are ended. A
 * restart takes about 3 s until the encoder has reconnected, or 8 s if the supervisor backs off.
 */
export const SILENT_MS_MAX = 15_000;

const Channels = z.object({
  /** Absent for a media process without leases. */
  origin_id: z.uuid().nullable().catch(null),
  channels: z.array(z.object({ channel_id: z.string(), live: z.boolean() })),
});

/** The published channels of an origin. */
export interface LiveChannels {
  readonly originId: string | null;
  readonly live: readonly string[];
}

/** Fetches the published channels from the media process at `url`; `null` if it does not respond. */
export async function fetchLiveChannels(url: string, secret: string): Promise<LiveChannels | null> {
  try {
    const response = await fetchOwnProcess(`${url}/control/channels`, {
      headers: internalHeaders(secret),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    if (!response.ok) throw new Error(`the media process answered ${response.status}`);
    const { origin_id: originId, channels } = Channels.parse(await response.json());
    const live = channels.filter((channel) => channel.live).map(({ channel_id }) => channel_id);
    return { originId, live };
  } catch {
    return null;
  }
}

export interface PublisherWatchOptions {
  readonly fetchLiveChannels: () => Promise<LiveChannels | null>;
  readonly store: Pick<MediaHooksStore, 'reconcilePublishing' | 'endSilent' | 'findLivesOnChannel'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Reconciles the stored publishers with the media process. A killed process sends no `publish_ended` event,
 * so its lives would keep their publisher forever.
 */
export class PublisherWatch {
  readonly #options: PublisherWatchOptions;
  #silentSince: Date | null = null;
  readonly #checks: RepeatedTask;

  constructor(options: PublisherWatchOptions) {
    this.#options = options;
    this.#checks = every(CHECK_EVERY_MS, () => this.check(), {
      name: 'publisher_check',
      logger: options.logger,
    });
  }

  start(): void {
    this.#checks.start();
  }

  stop(): Promise<void> {
    return this.#checks.stop();
  }

  /** Polls once, and stores and broadcasts the changes. */
  async check(): Promise<void> {
    const { store, clock, logger } = this.#options;
    const at = clock();
    const found = await this.#options.fetchLiveChannels();
    if (found !== null) {
      this.#silentSince = null;
      await this.#publishChanges(await store.reconcilePublishing(found.live, at, found.originId));
      return;
    }
    this.#silentSince ??= at;
    const silentMs = at.getTime() - this.#silentSince.getTime();
    if (silentMs < SILENT_MS_MAX) return;
    // Publishers with a recent report are kept: if the report went to another node, the process still runs.
    const ended = await store.endSilent(new Date(at.getTime() - SILENT_MS_MAX), at);
    if (ended.length > 0)
      logger.error(
        { channels: ended, silentMs },
        'media process does not answer: publishers ended',
      );
    await this.#publishChanges(ended);
  }

  async #publishChanges(channelIds: readonly string[]): Promise<void> {
    const { store, bus } = this.#options;
    const lives = new Set<ProgramLiveId>();
    for (const channelId of channelIds)
      for (const live of await store.findLivesOnChannel(channelId)) lives.add(live);
    for (const programLiveId of lives) bus.publish('live:changed', { programLiveId });
  }
}
