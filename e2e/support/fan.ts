import { randomUUID } from 'node:crypto';
import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import type { Live } from '@sangwian/contract/endpoints/live';
import type { RunFile } from './start-stack.ts';

/** A signed-in fan who calls the API as the site does. */
export interface Fan {
  readonly memberId: string;
  readonly accessToken: string;
  call<Op extends Operation>(op: Op, request: RequestOf<Op>): Promise<ResponseOf<Op>>;
}

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
};

/**
 * Calls one endpoint as the site does.
 *
 * @throws when the response is an error
 */
export async function callApi<Op extends Operation>(
  run: RunFile,
  accessToken: string | null,
  op: Op,
  request: RequestOf<Op>,
): Promise<ResponseOf<Op>> {
  const [method = 'GET', template = ''] = op.split(' ');
  const { params = {}, query = {}, body, idempotencyKey } = request as Parts;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const url = new URL(`${run.api}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method,
    headers: {
      'x-app-key': run.app_key,
      ...(accessToken === null ? {} : { authorization: `Bearer ${accessToken}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${op} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as ResponseOf<Op>;
}

/** Signs in the sample fan with number `index`. */
export async function signIn(run: RunFile, index = 0): Promise<Fan> {
  const account = run.accounts.fans[index];
  if (account === undefined) throw new Error(`there is no sample fan ${index}`);
  const { data } = await callApi(run, null, 'POST /auth/member/login-v2', { body: account });
  return {
    memberId: data.member.member_id,
    accessToken: data.access_token,
    call: (op, request) => callApi(run, data.access_token, op, request),
  };
}

/** Ends the session and its watch sessions. */
export async function signOut(fan: Fan): Promise<void> {
  await fan.call('POST /auth/member/logout', {});
}

/**
 * Returns the current live.
 *
 * @throws when there is none
 */
export async function findLiveOn(run: RunFile): Promise<Live> {
  const { data } = await callApi(run, null, 'GET /live', {
    query: { status: 'in_progress', limit: 1 },
  });
  const [summary] = data;
  if (summary === undefined) throw new Error('no live is on');
  const params = { program_live_id: summary.program_live_id };
  return (await callApi(run, null, 'GET /live/{program_live_id}', { params, query: {} })).data;
}

/** Joins the current live and returns the playlist URL with its playback grant. */
export async function joinLive(fan: Fan): Promise<{ hlsUrl: string; programLiveId: string }> {
  const { data } = await fan.call('POST /memberWatchStream/joinWatchStream', {
    body: { member_id: fan.memberId, watch_token: randomUUID() },
  });
  return { hlsUrl: data.playback.hls_url, programLiveId: data.program_live_id };
}
