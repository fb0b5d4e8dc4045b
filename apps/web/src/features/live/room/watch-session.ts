import type { MatchLiveStreamId, ProgramLiveId, WatchToken } from '@sangwian/contract/ids';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { uuidV7 } from '../../../shared/ids/uuid-v7.ts';
import { readStored, writeStored } from '../../../shared/storage/local-storage.ts';
import { JoinRefused } from '../../player/engine/join-refused.ts';
import type { StreamAddresses } from '../../player/engine/stream-engine.ts';
import { WatchingTabs } from './watching-tabs.ts';

/** Where the browser refuses storage, the token lasts as long as the page. */
let unstoredToken: string | null = null;

/** The token that all tabs of this browser watch with; made on the first watch. */
export const readWatchToken = (): WatchToken => {
  const token = readStored('WATCH_TOKEN') || unstoredToken || renewWatchToken();
  return token as WatchToken;
};

/** A new token, after the old one was ejected: whoever watches with it takes the stream over. */
export const renewWatchToken = (): WatchToken => {
  const token = uuidV7();
  writeStored('WATCH_TOKEN', token);
  unstoredToken = readStored('WATCH_TOKEN') === token ? null : token;
  return token as WatchToken;
};

/** A refusal that a later try may not meet: the server's trouble or a limit, not its decision. */
const isPassing = (error: ApiError): boolean =>
  error.httpStatus >= 500 || error.httpStatus === 429 || error.httpStatus === 408;

/** Joins and leaves of this page go out one after the other: a leave that is overtaken would end the next watch. */
let queue: Promise<unknown> = Promise.resolve();
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const result = queue.then(work);
  queue = result.catch(() => {});
  return result;
};

/** What is watched: a live, a stream of one, or with neither the live that is on now. */
export type WatchTarget =
  | { readonly program_live_id: string }
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
   * Joins, and answers with the addresses that carry the playback grant.
   *
   * @throws {JoinRefused} where there is no use in asking again
   * @throws {ApiError} on the server's trouble
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
        if (error instanceof ApiError && !isPassing(error)) throw new JoinRefused(error.status);
        throw error;
      }
    });
  }

  /** Leaves; the session ends where no other tab of this browser watches. Does not wait where the page is closing. */
  leave({ closing }: { closing: boolean }): void {
    const tabs = this.#tabs;
    if (tabs === null) return;
    const last = tabs.isLast;
    tabs.close();
    this.#tabs = null;
    const memberId = readStored('member_id');
    // Who has signed out has left already, and has no token to say so with.
    if (!last || !memberId || !readStored('access_token')) return;
    const request = { body: { member_id: memberId, watch_token: readWatchToken() } };
    const send = () =>
      this.#call('PUT /memberWatchStream/leaveWatchStream', request, {
        keepalive: true,
      });
    // A leave that gets lost costs nothing: a silent session ends by itself.
    (closing ? send() : inTurn(send)).catch(() => {});
  }
}
