import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { StaffRole } from '@sangwian/contract/permissions';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Attempt } from '../ledger-history/check-history.ts';
import { makeStaff } from '../make-staff.ts';
import { TEST_OWNER_TOKEN } from '../start-test-api.ts';
import type { ChaosFan, ChaosWorld } from './chaos-world.ts';

const CALL_MS_MAX = 20_000;
/**
 * Requests that were interrupted by a kill are retried for this long: enough for several starts of the API on a busy
 * machine.
 */
const PATIENCE_MS = 240_000;
const LEAVES_AFTER_MS = 1_000;
const AGAIN_MS = 60;

export interface ChaosAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the callers check what they read.
  readonly body: any;
}

/** A movement of coins that a fan requests, under its key in the ledger. */
export type RequestedMovement = Omit<Attempt, 'outcome' | 'refundOf'>;

export interface ChaosCall {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly fan?: ChaosFan;
  readonly body?: unknown;
  /** An image, instead of a JSON body. */
  readonly png?: Uint8Array<ArrayBuffer>;
  /** Used instead of the fan's token. */
  readonly token?: string;
  /** Idempotency key of a call that moves money. */
  readonly key?: string;
  /** Headers of a staff account. */
  readonly headers?: Record<string, string>;
}

/** Sends one request. @throws if there is no response */
async function callOnce(world: ChaosWorld, url: string, call: ChaosCall): Promise<ChaosAnswer> {
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
      ...call.headers,
      ...(isRead ? {} : { 'content-type': png === undefined ? 'application/json' : 'image/png' }),
    },
    ...(isRead ? {} : { body: png ?? JSON.stringify(body) }),
  });
  const text = await response.text();
  const isLines = response.headers.get('content-type')?.includes('ndjson') === true;
  return { status: response.status, body: isLines ? readReport(text) : parse(text) };
}

const parse = (text: string) => (text === '' ? null : JSON.parse(text));

/** Returns the report in the last line of an NDJSON response. */
function readReport(text: string) {
  const last = parse(text.trimEnd().split('\n').at(-1) ?? '');
  if (last?.report === undefined) throw new Error(`no report: ${JSON.stringify(last)}`);
  return last.report;
}

const isSettled = ({ status, body }: ChaosAnswer): boolean =>
  status < 500 && body?.status !== 'idempotency_in_progress';

interface Patience {
  readonly leavesAfterMs?: number;
  /** Called for each attempt that had no answer, or one that leaves its outcome open. */
  readonly onLost?: () => void;
}

/** Retries until the response is final: a success, or a refusal of the request itself. */
async function untilAnswered(
  ask: () => Promise<ChaosAnswer>,
  { leavesAfterMs = PATIENCE_MS, onLost = () => undefined }: Patience = {},
): Promise<ChaosAnswer> {
  const began = performance.now();
  const deadline = began + PATIENCE_MS;
  for (;;) {
    const answer = await ask().catch((error: unknown) => error as Error);
    if (!(answer instanceof Error) && isSettled(answer)) return answer;
    // A killed node keeps the idempotency key locked for a while. The fan need not wait for it.
    const isHeld = !(answer instanceof Error) && answer.body?.status === 'idempotency_in_progress';
    if (!isHeld) onLost();
    if (isHeld && performance.now() > began + leavesAfterMs) return answer;
    if (performance.now() > deadline) {
      const why = answer instanceof Error ? answer.message : JSON.stringify(answer);
      throw new Error(`no answer for ${PATIENCE_MS} ms, the last: ${why}`, { cause: answer });
    }
    await wait(AGAIN_MS);
  }
}

/**
 * Retries an operation on the database while the database is killed. The operation must be idempotent.
 *
 * @throws {ApiError} of the operation
 */
export async function retryDuringKills<Result>(
  run: () => Promise<Result>,
  onLost: () => void = () => undefined,
): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ApiError || performance.now() > deadline) throw error;
      onLost();
      await wait(AGAIN_MS);
    }
  }
}

/** Returns the calls of the API, of operators and of the sandbox. */
export function createCalls(world: ChaosWorld) {
  let answered = 0;
  const history: Attempt[] = [];
  const count = (answer: ChaosAnswer): ChaosAnswer => {
    answered += 1;
    return answer;
  };
  const call = (what: string, given: ChaosCall): Promise<ChaosAnswer> => {
    const path = what.slice(what.indexOf(' ') + 1);
    return untilAnswered(() => callOnce(world, `${world.api}${path}`, given)).then(count);
  };
  return {
    /** Number of API requests, of fans and operators, that got a response. */
    answered: () => answered,
    /** @param path below `/api/v1` */
    api: (path: string, call: ChaosCall = {}): Promise<ChaosAnswer> =>
      untilAnswered(() => callOnce(world, `${world.api}${path}`, call)).then(count),
    /** Sends a request that moves money, with one idempotency key for all its retries. */
    apiOnce: (path: string, fan: ChaosFan, body: unknown, key: string = randomUUID()) =>
      untilAnswered(() => callOnce(world, `${world.api}${path}`, { fan, body, key })).then(count),
    /** Every attempt to move coins whose key in the ledger is known. */
    history,
    /** Like `apiOnce`, and records each attempt in the history. */
    apiMoving: async (
      path: string,
      fan: ChaosFan,
      body: unknown,
      movementOf: (key: string) => RequestedMovement,
    ): Promise<ChaosAnswer> => {
      const key = randomUUID();
      const note = (outcome: Attempt['outcome']): void => {
        history.push({ ...movementOf(key), outcome });
      };
      const ask = () => callOnce(world, `${world.api}${path}`, { fan, body, key });
      const answer = await untilAnswered(ask, { onLost: () => note('unknown') });
      note(answer.status === 200 ? 'acknowledged' : 'refused');
      return count(answer);
    },
    /** Like `apiOnce`, but gives up early while the key is locked by another request. */
    apiOnceOrLeave: (path: string, fan: ChaosFan, body: unknown) => {
      const key = randomUUID();
      return untilAnswered(() => callOnce(world, `${world.api}${path}`, { fan, body, key }), {
        leavesAfterMs: LEAVES_AFTER_MS,
      }).then(count);
    },
    /** Calls an endpoint as `TestApi` does: `'GET /operator/show'`. */
    call,
    /** Confirms, rejects or refunds an order as the local owner. */
    decide: (orderId: string, action: string): Promise<ChaosAnswer> =>
      call(`POST /operator/order/${orderId}/${action}`, {
        token: TEST_OWNER_TOKEN,
        body: { reason: 'storm' },
      }),
    makeStaff: (role: StaffRole, name: string) =>
      retryDuringKills(() => makeStaff(world.db, role, { name })),
    operator: (path: string, body?: unknown): Promise<ChaosAnswer> =>
      untilAnswered(() =>
        callOnce(world, world.internal + path, { body, headers: world.internalHeaders }),
      ).then(count),
    sandbox: (path: string, body?: unknown, method?: 'GET' | 'POST' | 'DELETE') =>
      callOnce(world, `${world.sandbox}/sandbox${path}`, {
        ...(method === undefined ? {} : { method }),
        ...(body === undefined ? {} : { body }),
      }),
    /** Creates a card token, as the browser's script does. */
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

export type ChaosCalls = ReturnType<typeof createCalls>;
