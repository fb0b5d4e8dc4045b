import type { Live } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { CallApi } from '../../../shared/api/call-context.ts';

/** Statuses of a refusal that mean: there is no such live. A path that is no id is one of them. */
const NOT_THERE: ReadonlySet<unknown> = new Set([400, 404]);

/** The refusal's HTTP status; both sides' errors have one. */
const httpStatusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'httpStatus' in error ? error.httpStatus : null;

/**
 * The live of an id, or without one the live that is on now.
 *
 * @returns `missing`: no live has this id · `none`: no id was given, and nothing is on
 * @throws what `call` throws for any other failure
 */
export const readLive = async (
  call: CallApi,
  id: string | undefined,
  signal: AbortSignal,
): Promise<Live | 'missing' | 'none'> => {
  let wanted = id;
  if (wanted === undefined) {
    const query = { status: 'in_progress', limit: 1 } as const;
    const { data } = await call('GET /live', { query }, { signal });
    wanted = data[0]?.program_live_id;
    if (wanted === undefined) return 'none';
  }
  try {
    const params = { program_live_id: wanted as ProgramLiveId };
    const { data } = await call(
      'GET /live/{program_live_id}',
      { params },
      { signal, noStore: true },
    );
    return data;
  } catch (error) {
    if (NOT_THERE.has(httpStatusOf(error))) return 'missing';
    throw error;
  }
};
