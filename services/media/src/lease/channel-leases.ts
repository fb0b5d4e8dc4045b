import { setTimeout as pause } from 'node:timers/promises';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import { PUBLISHER_STALE_MS } from '../stream/access-unit.ts';
import type { AuthorisePublish, PublishRequest } from '../stream/authorise-publish.ts';
import type { Clock } from '../stream/clock.ts';
import type { Authorisation, Lease, LeaseRenewal } from './lease-calls.ts';

/**
 * Lifetime of a lease after each renewal. If this process dies, another process may claim the channel after this time.
 */
const LEASE_MS_MAX = 2_000;
const RENEW_EVERY_MS = 750;
/** Margin for the segments that a dead process may have listed since its last renewal, including lost renewals. */
const SEGMENTS_UNREPORTED_MAX = 16;
/** Added to the wait for another process's lease, because times are rounded. */
const WAIT_EXTRA_MS = 50;

/** State of a channel whose lease this process holds. */
export interface HeldChannel {
  /** Milliseconds since the publisher's newest media; `null` without a publisher. */
  readonly silentMs: number | null;
  readonly standby: boolean;
  /** Highest segment number of all playlists of the channel. */
  readonly mediaSequence: number;
}

export interface ChannelLeasesOptions {
  readonly authorise: (request: PublishRequest, standby: boolean) => Promise<Authorisation>;
  /** Returns the channels whose lease this process has lost. */
  readonly renew: (leases: readonly LeaseRenewal[]) => Promise<readonly string[]>;
  readonly channels: { inspect(channelId: string): HeldChannel | null };
  /** Disconnects the publishers of a channel and removes its playlists. */
  readonly drop: (channelId: string) => void;
  readonly numbers: {
    newest(channelId: string): number;
    goOnAfter(channelId: string, discontinuity: number): void;
  };
  readonly clock: Pick<Clock, 'elapsedMs'>;
  readonly logger: Logger;
}

interface Held extends Lease {
  /** Elapsed time of the latest claim. Its publisher may still be connecting. */
  claimedMs: number;
  /** Elapsed time at which the latest publisher left. */
  releasedMs: number;
}

/**
 * The channels that this process may publish. An encoder may connect to any media process, and that process claims the
 * channel from the API. A process that learns of a newer claim drops the channel (decision 94).
 */
export class ChannelLeases {
  readonly #options: ChannelLeasesOptions;
  readonly #held = new Map<string, Held>();
  readonly #renewals: RepeatedTask;
  #isStopping = false;
  readonly #allTakenOver = Promise.withResolvers<void>();

  constructor(options: ChannelLeasesOptions) {
    this.#options = options;
    this.#renewals = every(RENEW_EVERY_MS, () => this.#renew(), {
      name: 'lease_renewal',
      logger: options.logger,
    });
  }

  /**
   * Authorises a publisher and claims its channel. If another process that may be dead holds the lease, waits once
   * until the lease expires.
   */
  readonly authorise: AuthorisePublish = async (request, standby) => {
    let answer = await this.#options.authorise(request, standby);
    if (answer !== null && 'waitMs' in answer && !standby) {
      await pause(Math.min(answer.waitMs, LEASE_MS_MAX) + WAIT_EXTRA_MS);
      answer = await this.#options.authorise(request, standby);
    }
    if (answer === null) return null;
    if ('waitMs' in answer || this.#isStopping) return 'taken';
    const { channelId, lease } = answer;
    if (lease !== null) this.#hold(channelId, lease);
    return { channelId };
  };

  start(): void {
    this.#renewals.start();
    void this.#renewals.runSoon();
  }

  /**
   * Releases every channel. The publishers must be disconnected first. Resolves when other processes have claimed the
   * channels that were on air, because viewers are sent to this process until then.
   * @param waitMsMax maximum wait; 0 if there is no other process
   */
  async stop(waitMsMax: number): Promise<void> {
    this.#isStopping = true;
    const onAirMs = this.#options.clock.elapsedMs() - LEASE_MS_MAX;
    await this.#renewals.runSoon();
    for (const [channelId, { releasedMs }] of this.#held) {
      if (releasedMs < onAirMs) this.#held.delete(channelId);
    }
    if (this.#held.size > 0 && waitMsMax > 0) {
      const late = new AbortController();
      const waited = pause(waitMsMax, undefined, { signal: late.signal }).catch(() => {});
      await Promise.race([this.#allTakenOver.promise, waited]);
      late.abort();
    }
    await this.#renewals.stop();
  }

  /** Returns the lowest number for the segments of a channel; 0: numbered from the clock. */
  firstSequence(channelId: string): number {
    const held = this.#held.get(channelId);
    return held?.isTakenOver === true ? held.mediaSequence + SEGMENTS_UNREPORTED_MAX : 0;
  }

  /** Reports a new discontinuity number at once, so that a process that takes over continues above it. */
  reportSoon(): void {
    void this.#renewals.runSoon();
  }

  /** Releases a channel whose publisher left. */
  release(channelId: string): void {
    const held = this.#held.get(channelId);
    if (held === undefined) return;
    held.claimedMs = Number.NEGATIVE_INFINITY;
    held.releasedMs = this.#options.clock.elapsedMs();
    void this.#renewals.runSoon();
  }

  #hold(channelId: string, lease: Lease): void {
    const { drop, numbers, clock, logger } = this.#options;
    const known = this.#held.get(channelId);
    const claimedMs = clock.elapsedMs();
    // This is a later response to the same claim, for another rendition or a second publisher.
    if (known?.fence === lease.fence && known.isTakenOver >= lease.isTakenOver) {
      known.claimedMs = claimedMs;
      return;
    }
    if (known !== undefined && known.fence > lease.fence) return;
    // This process may have an older window of the channel. Its numbers would be below those of the other process.
    if (lease.isTakenOver) drop(channelId);
    this.#held.set(channelId, { ...lease, claimedMs, releasedMs: Number.NEGATIVE_INFINITY });
    const { fence } = lease;
    logger.info({ channel: channelId, fence, takenOver: lease.isTakenOver }, 'channel claimed');
    if (lease.isTakenOver) numbers.goOnAfter(channelId, lease.discontinuity);
  }

  async #renew(): Promise<void> {
    const sent = Array.from(this.#held, ([channelId, held]) => this.#renewalOf(channelId, held));
    const lost = await this.#options.renew(sent);
    for (const { channel_id: channelId, fence } of sent) {
      // The channel may have been claimed again in the meantime.
      if (!lost.includes(channelId) || this.#held.get(channelId)?.fence !== fence) continue;
      this.#held.delete(channelId);
      if (this.#isStopping) continue;
      this.#options.logger.warn({ channel: channelId, fence }, 'another process has the channel');
      this.#options.drop(channelId);
    }
    if (this.#isStopping && this.#held.size === 0) this.#allTakenOver.resolve();
  }

  #renewalOf(channelId: string, held: Held): LeaseRenewal {
    const { channels, numbers, clock } = this.#options;
    const channel = channels.inspect(channelId);
    // While a publisher is connecting, the time counts from its claim.
    const silentMs = channel?.silentMs ?? clock.elapsedMs() - held.claimedMs;
    const heldMs = this.#isStopping ? 0 : Math.round(PUBLISHER_STALE_MS - silentMs);
    return {
      channel_id: channelId,
      fence: held.fence,
      held_ms: Math.min(LEASE_MS_MAX, Math.max(0, heldMs)),
      standby: channel?.standby ?? false,
      discontinuity: Math.max(held.discontinuity, numbers.newest(channelId)),
      media_sequence: Math.max(held.mediaSequence, channel?.mediaSequence ?? 0),
    };
  }
}
