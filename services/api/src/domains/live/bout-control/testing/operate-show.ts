import { randomUUID } from 'node:crypto';
import { TEST_OWNER_TOKEN } from '@sangwian/testkit/start-test-api';

/** An act on a bout or a live, with the fields of its endpoint except id and version. */
export interface ShowAct {
  readonly action: string;
  /** `match_live_id`. */
  readonly bout?: string;
  /** `program_live_id`. */
  readonly live?: string;
  /** The name of another owner. By default the local owner acts. */
  readonly by?: string;
  readonly [field: string]: unknown;
}

/** The methods of `TestApi` that act on a show. */
export interface ShowCalls<Answer> {
  call(
    what: string,
    call: {
      readonly token?: string;
      readonly headers?: Record<string, string>;
      readonly body?: unknown;
    },
  ): Promise<Answer>;
  makeStaff(
    role: 'owner',
    name: string,
  ): Promise<{ readonly headers: { readonly cookie: string; readonly 'x-csrf-token': string } }>;
}
interface ShowAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the expectations of a test check the type.
  readonly body: any;
}

const DIRECTIONS = ['start', 'end', 'rest', 'round', 'stop-clock', 'start-clock'];

interface Bout {
  readonly match_id: string;
  readonly match_live_id: string;
  readonly version: number;
}

/** Returns the endpoint's path and the request body for an act on a bout. */
function requestOf(
  { match_id: matchId, match_live_id: id }: Bout,
  { action, ...fields }: { readonly action: string; readonly [field: string]: unknown },
): { readonly path: string; readonly body: object } {
  if (action === 'substitute') return { path: `match/${matchId}/substitution`, body: fields };
  const path = `show/bouts/${id}`;
  if (DIRECTIONS.includes(action)) return { path: `${path}/direct`, body: { action, ...fields } };
  if (action === 'cancel' || action === 'no-contest') {
    const method = action === 'cancel' ? 'cancelled' : 'no_contest';
    return { path: `${path}/result`, body: { ...fields, winner: 'none', method } };
  }
  return { path: `${path}/${action}`, body: fields };
}

/** Reads the show of a live, given the live or one of its bouts, as the local owner. */
export const readShow = <Answer extends ShowAnswer>(
  test: Pick<ShowCalls<Answer>, 'call'>,
  query: { readonly program_live_id: string } | { readonly match_live_id: string },
): Promise<Answer> =>
  test.call(`GET /operator/show?${new URLSearchParams(query)}`, { token: TEST_OWNER_TOKEN });

/** Acts on a bout or a live at its current version, like an operator with an up-to-date screen. */
export async function operateShow<Answer extends ShowAnswer>(
  test: ShowCalls<Answer>,
  { bout: matchLiveId, live: programLiveId, by, ...act }: ShowAct,
): Promise<Answer> {
  const caller =
    by === undefined
      ? { token: TEST_OWNER_TOKEN }
      : { headers: (await test.makeStaff('owner', by)).headers };
  const read = await readShow(
    test,
    matchLiveId === undefined
      ? { program_live_id: programLiveId ?? '' }
      : { match_live_id: matchLiveId },
  );
  if (read.status !== 200) return read;
  const { live, bouts } = read.body.data;
  const common = { act_id: randomUUID(), reason: 'the bout went so' };
  if (matchLiveId === undefined) {
    const path = `show/lives/${programLiveId}/${act.action.replace('live-', '')}`;
    const body = { ...common, version: live.version };
    return test.call(`POST /operator/${path}`, { ...caller, body });
  }
  const gone: Bout = { match_id: '', match_live_id: matchLiveId, version: 0 };
  const bout = bouts.find((one: Bout) => one.match_live_id === matchLiveId) ?? gone;
  const { path, body } = requestOf(bout, act);
  return test.call(`POST /operator/${path}`, {
    ...caller,
    body: { ...common, version: bout.version, ...body },
  });
}
