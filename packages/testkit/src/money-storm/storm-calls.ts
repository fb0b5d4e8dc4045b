import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { StormFan, StormWorld } from './storm-world.ts';

const CALL_MS_MAX = 20_000;
/** Whoever is not answered because something was killed asks again, for so long. */
const PATIENCE_MS = 60_000;
const LEAVES_AFTER_MS = 1_000;
const AGAIN_MS = 60;

export interface StormAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a storm looks into whatever came.
  readonly body: any;
}

export interface StormCall {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly fan?: StormFan;
  readonly body?: unknown;
  /** A picture, in place of a body. */
  readonly png?: Uint8Array<ArrayBuffer>;
  /** In place of the fan's. */
  readonly token?: string;
  /** Of a call that moves money; sent again it is the same. */
  readonly key?: string;
}

/** A call that was answered, by whatever; throws where nobody answered. */
async function callOnce(world: StormWorld, url: string, call: StormCall): Promise<StormAnswer> {
  const { fan, body, key, png } = call;
  const token = call.token ?? fan?.token;
  const isRead = body === undefined && png === undefined;
  const response = await fetch(url, {
    method: call.method ?? (isRead ? 'GET' : 'POST'),
    signal: AbortSignal.timeout(CALL_MS_MAX),
    headers: {
      'x-app-key': world.appKey,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(isRead ? {} : { 'content-type': png === undefined ? 'application/json' : 'image/png' }),
    },
    ...(isRead ? {} : { body: png ?? JSON.stringify(body) }),
  });
  const text = await response.text();
  const isLines = response.headers.get('content-type')?.includes('ndjson') === true;
  return { status: response.status, body: isLines ? readReport(text) : parse(text) };
}

const parse = (text: string) => (text === '' ? null : JSON.parse(text));

/** What an answer in lines ends with. */
function readReport(text: string) {
  const last = parse(text.trimEnd().split('\n').at(-1) ?? '');
  if (last?.report === undefined) throw new Error(`no report: ${JSON.stringify(last)}`);
  return last.report;
}

const isSettled = ({ status, body }: StormAnswer): boolean =>
  status < 500 && body?.status !== 'idempotency_in_progress';

/** Calls until somebody gives an answer that counts: a success, or a refusal that is nobody's fault but the caller's. */
async function untilAnswered(
  ask: () => Promise<StormAnswer>,
  leavesAfterMs: number = PATIENCE_MS,
): Promise<StormAnswer> {
  const began = performance.now();
  const deadline = began + PATIENCE_MS;
  for (;;) {
    const answer = await ask().catch((error: unknown) => error as Error);
    if (!(answer instanceof Error) && isSettled(answer)) return answer;
    // Whoever was killed in the middle holds the key for a while; a fan need not wait for that.
    const isHeld = !(answer instanceof Error) && answer.body?.status === 'idempotency_in_progress';
    if (isHeld && performance.now() > began + leavesAfterMs) return answer;
    if (performance.now() > deadline) {
      const why = answer instanceof Error ? answer.message : JSON.stringify(answer);
      throw new Error(`no answer for ${PATIENCE_MS} ms, the last: ${why}`, { cause: answer });
    }
    await wait(AGAIN_MS);
  }
}

/**
 * Does something in the database itself, again while that is being killed. What counts once has to count once however
 * often it is done.
 *
 * @throws {ApiError} that it throws
 */
export async function insist<Result>(run: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ApiError || performance.now() > deadline) throw error;
      await wait(AGAIN_MS);
    }
  }
}

/** Calls of the site's API, of its operators, of the sandbox. */
export function createCalls(world: StormWorld) {
  let answered = 0;
  const count = (answer: StormAnswer): StormAnswer => {
    answered += 1;
    return answer;
  };
  return {
    /** How many calls of the site's own API and of its operators were answered. */
    answered: () => answered,
    /** @param path below `/api/v1` */
    api: (path: string, call: StormCall = {}): Promise<StormAnswer> =>
      untilAnswered(() => callOnce(world, `${world.api}${path}`, call)).then(count),
    /** A call that moves money, with a key of its own that stays the same until it is answered. */
    apiOnce: (path: string, fan: StormFan, body: unknown, key: string = randomUUID()) =>
      untilAnswered(() => callOnce(world, `${world.api}${path}`, { fan, body, key })).then(count),
    /** The same, by a fan who leaves where another call with the key seems to go on for long. */
    apiOnceOrLeave: (path: string, fan: StormFan, body: unknown) => {
      const key = randomUUID();
      return untilAnswered(
        () => callOnce(world, `${world.api}${path}`, { fan, body, key }),
        LEAVES_AFTER_MS,
      ).then(count);
    },
    operator: (path: string, body?: unknown): Promise<StormAnswer> =>
      untilAnswered(() => callOnce(world, `${world.internal}${path}`, { body })).then(count),
    sandbox: (path: string, body?: unknown, method?: 'GET' | 'POST' | 'DELETE') =>
      callOnce(world, `${world.sandbox}/sandbox${path}`, {
        ...(method === undefined ? {} : { method }),
        ...(body === undefined ? {} : { body }),
      }),
    /** A card as the browser makes a token of it. */
    cardToken: async (number: string): Promise<string> => {
      const response = await fetch(`${world.sandbox}/sandbox/omise/tokens`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${world.omisePublicKey}:`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          card: {
            name: 'PHAYU',
            number,
            expiration_month: 12,
            expiration_year: 2030,
            security_code: '123',
          },
        }),
      });
      const { id } = (await response.json()) as { id: string };
      return id;
    },
  };
}

export type StormCalls = ReturnType<typeof createCalls>;
