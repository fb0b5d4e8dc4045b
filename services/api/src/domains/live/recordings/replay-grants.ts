import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { openGrant } from '@sangwian/node-kit/playback-grant';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { WatchModule } from '../watch/watch.module.ts';
import { type ReplayAddress, replayPath } from './replay-address.ts';

/**
 * A watch session is checked again after this time. The check also keeps the session alive, so this must be
 * shorter than `LIMITS.watchSilenceMs`.
 */
const ADMITTED_MS = 15_000;
const SESSIONS_MAX = 50_000;

export interface ReplayGrantsOptions {
  readonly grantSecret: string;
  readonly watch: Pick<WatchModule, 'isActive' | 'recordSeen'>;
  readonly bus: Pick<Bus, 'subscribe' | 'onMissed'>;
  readonly clock: Clock;
}

/** Checks the grants of replays. Like in the media process, a revoked grant is refused at once. */
export class ReplayGrants {
  readonly #options: ReplayGrantsOptions;
  /** When each watch session was last found active. */
  readonly #admitted = new Map<string, number>();
  readonly #ends: readonly (() => void)[];

  constructor(options: ReplayGrantsOptions) {
    this.#options = options;
    const { bus } = options;
    this.#ends = [
      bus.subscribe('watch:revoked', ({ watchSessionIds }) => {
        for (const id of watchSessionIds) this.#admitted.delete(id);
      }),
      bus.onMissed(() => this.#admitted.clear()),
    ];
  }

  /** Returns why a URL is refused; `null` if its grant is valid. */
  async refusalOf({ token, recordingId }: ReplayAddress): Promise<ErrorCode | null> {
    const { grantSecret, clock, watch } = this.#options;
    const grant = openGrant(token, grantSecret, Math.floor(clock().getTime() / 1_000));
    if (grant === null || grant.path !== replayPath(recordingId)) return 'grant_invalid';
    const { watchSessionId } = grant;
    const admittedMs = this.#admitted.get(watchSessionId) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - admittedMs < ADMITTED_MS) return null;
    if (!(await watch.isActive(watchSessionId))) return 'grant_invalid';
    await watch.recordSeen([watchSessionId]);
    if (this.#admitted.size >= SESSIONS_MAX) this.#admitted.clear();
    this.#admitted.set(watchSessionId, performance.now());
    return null;
  }

  stop(): void {
    for (const end of this.#ends) end();
  }
}
