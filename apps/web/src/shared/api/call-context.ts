import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { createContext } from 'react-router';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The last call of a session that is over in this browser: an error response does not sign the member out. */
  readonly farewell?: boolean;
  /** Sent instead of the token that local storage has: of a session that is not this browser's yet; `null`: none. */
  readonly bearer?: string | null;
  /** The browser asks the server whether what it keeps still holds: of prices, which nobody may be shown old. */
  readonly fresh?: boolean;
  /** Neither read from the browser's HTTP cache nor kept there: a poll must not be answered with an older state. */
  readonly noStore?: boolean;
  /** The request outlives the page: for a last word while it is being closed. */
  readonly keepalive?: boolean;
  /** Told how much of an upload has been sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** A call of the API by the contract's key. Over HTTP in the browser, in process on the server. */
export type CallApi = <Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
  options?: CallOptions,
) => Promise<ResponseOf<Op>>;

/** What a loader calls the API through: `context.get(callContext)`, on both sides. */
export const callContext = createContext<CallApi>();
