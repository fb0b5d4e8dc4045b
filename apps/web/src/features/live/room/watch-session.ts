import type { MatchLiveStreamId, ProgramLiveId, WatchToken } from '@sangwian/contract/ids';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { uuidV7 } from '../../../shared/ids/uuid-v7.ts';
import { readStored, writeStored } from '../../../shared/storage/local-storage.ts';
import { JoinRefused } from '../../player/engine/join-refused.ts';
import type { StreamAddresses } from '../../player/engine/stream-engine.ts';
import { WatchingTabs } from './watching-tabs.ts';

/** Used while the browser refuses storage; lasts as long as the page. */
let unstoredToken: string | null = null;

/** Returns the watch token that all tabs of this browser share; creates it on first use. */
export const readWatchToken = (): WatchToken => {
  const token = readStored('WATCH_TOKEN') || unstoredToken || renewWatchToken();
  return token as WatchToken;
};

/** Replaces the token after an ejection, so that this browser can take the stream over. */
export const renewWatchToken = (): WatchToken => {
  const token = uuidV7();
  writeStored('WATCH_TOKEN', token);
  unstoredToken = readStored('WATCH_TOKEN') === token ? null : token;
  return token as WatchToken;
};

/** Returns whether a retry can succeed: a server failure, a timeout or a rate limit. */
const isTransient = (error: ApiError): boolean =>
  error.httpStatus >= 500 || error.httpStatus === 429 || error.httpStatus === 408;

/** Joins and leaves run one after the other: a late leave would end the next watch session. */
let queue: Promise<unknown> = Promise.resolve();
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
};

/** A live, one of its streams, or (empty) the running live. */
export type WatchTarget =
  | { readonly program_live_id: string }
  | { readonly match_live_stream_id: string }
  | Record<never, never>;

/** This tab's share of the member's watch session for one live. */
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
   * @throws {JoinRefused} if a retry is useless
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

  /** Leaves. The last tab of this browser ends the session. A closing page does not wait for requests in progress. */
  leave({ closing }: { closing: boolean }): void {
    const tabs = this.#tabs;
    if (tabs === null) return;
    const last = tabs.isLast;
    tabs.close();
    this.#tabs = null;
    const memberId = readStored('member_id');
    // A sign-out has ended the session already, and there is no token for the request.
    if (!last || !memberId || !readStored('access_token')) return;
    const request = { body: { member_id: memberId, watch_token: readWatchToken() } };
    const send = () =>
      this.#call('PUT /memberWatchStream/leaveWatchStream', request, {
        keepalive: true,
      });
    // A lost leave is harmless: a silent session expires.
    (closing ? send() : inTurn(send)).catch(() => {});
  }
}
