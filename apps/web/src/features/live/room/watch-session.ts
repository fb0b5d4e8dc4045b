import type { MatchLiveStreamId, ProgramLiveId, WatchToken } from '@sangwian/contract/ids';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { uuidV7 } from '../../../shared/ids/uuid-v7.ts';
import { readStored, writeStored } from '../../../shared/storage/local-storage.ts';
import { JoinRefused } from '../../player/engine/join-refused.ts';
import type { StreamAddresses } from '../../player/engine/stream-engine.ts';
import { WatchingTabs } from './watching-tabs.ts';

/** The fallback if the browser refuses storage; lost with the page. */
let unstoredToken: string | null = null;

/** Returns the watch token that all tabs of this browser share; creates it on first use. */
export const readWatchToken = (): WatchToken => {
  const token = readStored('WATCH_TOKEN') || unstoredToken || renewWatchToken();
  return token as WatchToken;
};

/** Replaces the token after an ejection, so that this browser can take over the watch session again. */
export const renewWatchToken = (): WatchToken => {
  const token = uuidV7();
  writeStored('WATCH_TOKEN', token);
  unstoredToken = readStored('WATCH_TOKEN') === token ? null : token;
  return token as WatchToken;
};

/** Returns whether a retry can succeed: a server failure, a timeout or a rate limit. */
const isTransient = (error: ApiError): boolean =>
  error.httpStatus >= 500 || error.httpStatus === 429 || error.httpStatus === 408;

/** Joins and leaves run one after the other, because a late leave would end the next watch session. */
let queue: Promise<unknown> = Promise.resolve();
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
};

/** What to watch: a live, its recording from the start, one of its streams, or the running live if both are absent. */
export type WatchTarget =
  | { readonly program_live_id: string; readonly from_start?: boolean }
  | { readonly match_live_stream_id: string }
  | Record<never, never>;

/** This tab's part in the member's watch session of one live. */
export class WatchSession {
  readonly #target: WatchTarget;
  readonly #call: CallApi;
  #tabs: WatchingTabs | null = null;

  constructor(target: WatchTarget, call: CallApi = callApi) {
    this.#target = target;
    this.#call = call;
  }

  /**
   * Joins and returns the stream URLs, which contain the playback grant.
   *
   * @throws {JoinRefused} if a retry cannot succeed
   * @throws {ApiError} on a failure of the server
   * @throws {ConnectionError} without a connection
   */
  join(signal: AbortSignal): Promise<StreamAddresses> {
    return inTurn(async () => {
      try {
        const { data } = await this.#call(
          'POST /memberWatchStream/joinWatchStream',
          {
            body: {
              member_id: readStored('member_id') ?? '',
              watch_token: readWatchToken(),
              ...(this.#target as {
                program_live_id?: ProgramLiveId;
                from_start?: boolean;
                match_live_stream_id?: MatchLiveStreamId;
              }),
            },
          },
          { signal },
        );
        this.#tabs ??= new WatchingTabs();
        return { hls: data.playback.hls_url, whep: data.playback.whep_url };
      } catch (error) {
        if (error instanceof ApiError && !isTransient(error)) throw new JoinRefused(error.status);
        throw error;
      }
    });
  }

  /**
   * Leaves the watch session; the last watching tab of this browser ends it. A closing page does not wait for requests
   * in progress.
   */
  leave({ closing }: { closing: boolean }): void {
    const tabs = this.#tabs;
    if (tabs === null) return;
    const last = tabs.isLast;
    tabs.close();
    this.#tabs = null;
    const memberId = readStored('member_id');
    // After a sign-out the session has already ended, and the request would have no token.
    if (!last || !memberId || !readStored('access_token')) return;
    const request = { body: { member_id: memberId, watch_token: readWatchToken() } };
    const send = () =>
      this.#call('PUT /memberWatchStream/leaveWatchStream', request, {
        keepalive: true,
      });
    // A lost leave is harmless, because a session without heartbeats expires.
    (closing ? send() : inTurn(send)).catch(() => {});
  }
}
