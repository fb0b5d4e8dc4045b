import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { SOCKET_EVENTS_IN } from '@sangwian/contract/sockets/event-namespace';
import type { ApiWorld } from '@sangwian/testkit/fuzz/api-world';
import { pick, randomOf } from '@sangwian/testkit/fuzz/fuzz-random';
import type { FuzzTally } from '@sangwian/testkit/fuzz/run-fuzz';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import { almostValid, oddValue, validValue } from '../../services/api/src/testing/odd-values.ts';

const EVENT_MS_MAX = 20_000;
const NAMES = Object.keys(SOCKET_EVENTS_IN) as (keyof typeof SOCKET_EVENTS_IN)[];
type Schema = Parameters<typeof validValue>[0];
const SCHEMAS: ReadonlyMap<string, Schema> = new Map(
  NAMES.map((name) => [name, z.toJSONSchema(SOCKET_EVENTS_IN[name], { io: 'input' }) as Schema]),
);

interface SocketRun {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  readonly url: string;
  readonly world: ApiWorld;
}

async function openSocket({ url, world }: SocketRun, index: number): Promise<Socket | null> {
  const random = randomOf(index, 0);
  const caller = pick(random, world.callers);
  const token = caller.headers['authorization']?.replace('Bearer ', '');
  const socket = io(`${url}/${pick(random, ['event', 'event', 'kick'])}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { app_key: world.appKey, ...(token === undefined ? {} : { access_token: token }) },
  });
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true));
    socket.once('connect_error', () => resolve(false));
  });
  return connected ? socket : null;
}

function faultOf(answer: unknown): string | null {
  const { ok, error } = answer as { ok?: unknown; error?: { status?: string } };
  if (ok === true) return null;
  const status = ERROR_STATUS[error?.status as ErrorCode];
  if (status === undefined) return `unknown refusal ${String(error?.status)}`;
  return status >= 500 ? `refused with ${error?.status}` : null;
}

/** Sends the numbered events `from` to `to` on one connection, and waits for each acknowledgement. */
export async function fuzzSocket(run: SocketRun, tally: FuzzTally): Promise<void> {
  const { seed, from, to, world } = run;
  const socket = await openSocket(run, from);
  const ids = Object.values(world.known).filter((value) => typeof value === 'string');
  for (let index = from; index < to; index += 1) {
    const random = randomOf(seed, index);
    const name =
      random() < 0.9 ? pick(random, NAMES) : pick(random, ['x', 'toString', 'live:tick']);
    const schema = SCHEMAS.get(name) ?? {};
    const kind = random();
    const make = kind < 0.4 ? validValue : almostValid;
    const payload = kind < 0.75 ? make(schema, random, ids) : oddValue(random);
    tally.requests += 1;
    tally.statuses['event'] = (tally.statuses['event'] ?? 0) + 1;
    // After a flood of refused events, the server disconnects the socket.
    if (socket?.connected !== true) continue;
    const gone = new Promise<null>((resolve) => socket.once('disconnect', () => resolve(null)));
    const answer = await Promise.race([
      socket
        .timeout(EVENT_MS_MAX)
        .emitWithAck(name, payload)
        .catch(() => 'no answer'),
      gone,
    ]);
    const fault = answer === 'no answer' ? answer : answer === null ? null : faultOf(answer);
    if (fault !== null) {
      const request = `event ${name} ${JSON.stringify(payload)?.slice(0, 300)}`;
      tally.faults.push({ seed, index, fault, request });
    }
  }
  socket?.disconnect();
}
