import type { Live } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { CallApi } from '../../../shared/api/call-context.ts';

/** HTTP statuses of a live that does not exist: 404, and 400 for a malformed id. */
const NOT_FOUND: ReadonlySet<unknown> = new Set([400, 404]);

/** Returns the HTTP status of an error, in the browser's form or in the form of an in-process call on the server. */
const httpStatusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'httpStatus' in error ? error.httpStatus : null;

/**
 * Reads the live of an id, or the running live when there is no id.
 *
 * @returns `missing`: no live has this id · `none`: there is no id and no running live
 * @throws any other failure of `call`
 */
export const readLive = async (
  call: CallApi,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Live | 'missing' | 'none'> => {
  let liveId = id;
  if (liveId === undefined) {
    const query = { status: 'in_progress', limit: 1 } as const;
    const { data } = await call('GET /live', { query }, { signal });
    liveId = data[0]?.program_live_id;
    if (liveId === undefined) return 'none';
  }
  try {
    const params = { program_live_id: liveId as ProgramLiveId };
    const { data } = await call(
      'GET /live/{program_live_id}',
      { params, query: {} },
      { signal, noStore: true },
    );
    return data;
  } catch (error) {
    if (NOT_FOUND.has(httpStatusOf(error))) return 'missing';
    throw error;
  }
};
