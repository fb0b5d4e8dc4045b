import type { Live } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { LoaderFunctionArgs } from 'react-router';
import { type CallApi, callContext } from '../../shared/api/call-context.ts';
import { returnPath } from '../../shared/navigation/navigation.ts';
import {
  loadOfferedProviders,
  type OfferedProviders,
} from '../../shared/providers/offered-providers.ts';

export interface SignInData {
  readonly offered: OfferedProviders;
  /** The free live that opens after the sign-in, if that live is in progress; otherwise `null`. */
  readonly live: Live | null;
}

const LIVE_PATH = /^\/live(?:\/([^/?#]+))?(?:[?#]|$)/;

/** Returns whether visitors see the sign-in page with the current bout instead of the live. */
export const hasWall = ({ status, access }: Pick<Live, 'status' | 'access'>): boolean =>
  status === 'in_progress' && access === 'free';

/** Returns the live of a return path. A path without an id means the live in progress. */
async function findLive(call: CallApi, target: string, signal: AbortSignal): Promise<Live | null> {
  const match = LIVE_PATH.exec(target);
  if (match === null) return null;
  let id = match[1];
  if (id === undefined) {
    const query = { status: 'in_progress', limit: 1 } as const;
    const { data } = await call('GET /live', { query }, { signal });
    id = data[0]?.program_live_id;
  }
  if (id === undefined) return null;
  const params = { program_live_id: id as ProgramLiveId };
  const { data } = await call('GET /live/{program_live_id}', { params, query: {} }, { signal });
  return hasWall(data) ? data : null;
}

/** Loads the offered providers and the live of the return path. After a failure `live` is `null`. */
export async function loadSignIn(args: LoaderFunctionArgs): Promise<SignInData> {
  const { context, request } = args;
  const target = returnPath(new URL(request.url).searchParams.get('from'));
  const [offered, live] = await Promise.all([
    loadOfferedProviders(args),
    findLive(context.get(callContext), target, request.signal).catch(() => null),
  ]);
  return { offered, live };
}
