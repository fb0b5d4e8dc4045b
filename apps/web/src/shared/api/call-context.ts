import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { createContext } from 'react-router';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** The last call of an ended session: an error response does not sign the member out. */
  readonly farewell?: boolean;
  /** Replaces the stored token, for a session that is not stored yet; `null` sends none. */
  readonly bearer?: string | null;
  /** Revalidates the browser's HTTP cache, for data such as prices that must not be stale. */
  readonly fresh?: boolean;
  /** Bypasses the browser's HTTP cache, so that a poll never returns an older state. */
  readonly noStore?: boolean;
  /** Lets the request finish after the page is closed. */
  readonly keepalive?: boolean;
  /** Called with the sent share of an upload, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/** Calls an operation of the API: over HTTP in the browser, in process on the server. */
export type CallApi = <Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
  options?: CallOptions,
) => Promise<ResponseOf<Op>>;

/** The API call for loaders: `context.get(callContext)`, on the server and in the browser. */
export const callContext = createContext<CallApi>();
