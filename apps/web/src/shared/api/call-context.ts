import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { createContext } from 'react-router';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /**
   * Whether this is the last call of a session, such as the sign-out. An error response then does not sign the member
   * out again.
   */
  readonly farewell?: boolean;
  /** A token that replaces the stored one, for a session that is not stored yet; `null` sends no token. */
  readonly bearer?: string | null;
  /** Revalidates the browser's HTTP cache, for data such as prices that must not be stale. */
  readonly fresh?: boolean;
  /** Bypasses the browser's HTTP cache, so that a poll never returns an older state. */
  readonly noStore?: boolean;
  /** Lets the request finish after the page is closed. */
  readonly keepalive?: boolean;
  /** Called with the progress of an upload, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Calls an operation of the API: over HTTP in the browser, in process on the server. */
export type CallApi = <Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
  options?: CallOptions,
) => Promise<ResponseOf<Op>>;

/** The function that calls the API, for loaders on the server and in the browser: `context.get(callContext)`. */
export const callContext = createContext<CallApi>();
