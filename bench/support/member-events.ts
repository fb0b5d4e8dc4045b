import { setTimeout as wait } from 'node:timers/promises';
import { EVENT_NAMESPACE } from '@sangwian/contract/sockets/event-namespace';
import { WebSocket } from 'ws';
import { RawCaller } from './raw-caller.ts';

/** A signed-in member with sockets that listen for an event. */
export interface EventMember {
  readonly memberId: string;
  readonly token: string;
}

export interface EventLoad {
  /** Base URLs of the node that is called and of the node whose sockets receive the events. */
  readonly calledUrl: string;
  readonly heardUrl: string;
  readonly appKey: string;
  /** Each member has blocked the next `blockedEach` members of the list. */
  readonly members: readonly EventMember[];
  readonly blockedEach: number;
  readonly perSecond: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface EventDelays {
  /**
   * Time from the start of a request to the event at a socket of the other node, and at a socket of the called node.
   */
  readonly otherMs: readonly number[];
  readonly sameMs: readonly number[];
  /** Time from the event at a socket of the called node to the same event at a socket of the other node. */
  readonly betweenMs: readonly number[];
  readonly callsPerSecond: number;
  /** Number of successful requests whose event the other node's socket did not receive. */
  readonly missing: number;
  readonly refused: number;
}

/** One in this many members also has a socket on the called node. */
const SAME_EVERY = 5;
const STEP_MS = 2;
const SETTLE_MS = 1_000;
const CONNECTING_MAX = 50;
const BLOCK_PREFIX = `42${EVENT_NAMESPACE},["chat:block",`;

/**
 * Opens a member's socket without the client library, because thousands of library instances would dominate the
 * measurement.
 */
function openSocket(
  url: string,
  { appKey, token }: { readonly appKey: string; readonly token: string },
  onEvent: () => void,
): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false });
    socket.once('error', reject);
    socket.on('message', (data: Buffer) => {
      const frame = data.toString();
      if (frame.startsWith(BLOCK_PREFIX)) onEvent();
      else if (frame === '2') socket.send('3');
      else if (frame.startsWith('0')) {
        const auth = JSON.stringify({ app_key: appKey, access_token: token });
        socket.send(`40${EVENT_NAMESPACE},${auth}`);
      } else if (frame.startsWith(`40${EVENT_NAMESPACE}`)) resolve(socket);
      else if (frame.startsWith('44')) reject(new Error(frame));
    });
  });
}

/** A member who unblocks one member after another. Each request publishes one event to the member's own sockets. */
class Unblocker {
  readonly #load: EventLoad;
  readonly #member: EventMember;
  readonly #caller: RawCaller;
  readonly #requests: string[];
  readonly #sockets: WebSocket[] = [];
  #beganMs = 0;
  #sameAtMs = 0;
  #otherAtMs = 0;
  isBusy = false;

  constructor(load: EventLoad, index: number) {
    const { members, calledUrl, appKey, blockedEach } = load;
    const member = members[index];
    if (member === undefined) throw new Error('no such member');
    [this.#load, this.#member] = [load, member];
    const url = new URL(calledUrl);
    this.#caller = new RawCaller(url);
    this.#requests = Array.from({ length: blockedEach }, (_, at) =>
      [
        `DELETE /api/v1/chat/blocks/${members[(index + 1 + at) % members.length]?.memberId} HTTP/1.1`,
        `Host: ${url.host}`,
        `X-App-Key: ${appKey}`,
        `Authorization: Bearer ${member.token}`,
        '\r\n',
      ].join('\r\n'),
    );
  }

  async open(hasSame: boolean): Promise<void> {
    const { calledUrl, heardUrl, appKey } = this.#load;
    const auth = { appKey, token: this.#member.token };
    const hear = () => {
      this.#otherAtMs = performance.now();
    };
    this.#sockets.push(await openSocket(heardUrl, auth, hear));
    if (!hasSame) return;
    const hearSame = () => {
      this.#sameAtMs = performance.now();
    };
    this.#sockets.push(await openSocket(calledUrl, auth, hearSame));
  }

  /** @returns the delays of the previous request; `null` if its event did not arrive */
  take(): { other: number; same: number | null; between: number | null } | null {
    if (this.#otherAtMs < this.#beganMs || this.#beganMs === 0) return null;
    const isSame = this.#sameAtMs >= this.#beganMs;
    return {
      other: this.#otherAtMs - this.#beganMs,
      same: isSame ? this.#sameAtMs - this.#beganMs : null,
      between: isSame ? this.#otherAtMs - this.#sameAtMs : null,
    };
  }

  async call(): Promise<number> {
    this.isBusy = true;
    this.#beganMs = performance.now();
    const request = this.#requests.pop();
    if (request === undefined) throw new Error('all members are unblocked');
    const status = await this.#caller.call(request);
    this.isBusy = false;
    return status;
  }

  close(): void {
    this.#caller.close();
    for (const socket of this.#sockets) socket.close();
  }
}

async function openUnblockers(load: EventLoad): Promise<Unblocker[]> {
  const unblockers = load.members.map((_, index) => new Unblocker(load, index));
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTING_MAX }, async () => {
      while (next < unblockers.length) {
        const index = next;
        next += 1;
        await unblockers[index]?.open(index % SAME_EVERY === 0);
      }
    }),
  );
  return unblockers;
}

/**
 * Sends requests at a fixed rate to one node, and measures when the members' sockets on the other node receive the
 * events.
 */
export async function measureMemberEvents(load: EventLoad): Promise<EventDelays> {
  const unblockers = await openUnblockers(load);
  const [otherMs, sameMs, betweenMs]: [number[], number[], number[]] = [[], [], []];
  const called = new Set<Unblocker>();
  let [calls, missing, refused] = [0, 0, 0];
  const collect = (unblocker: Unblocker): void => {
    if (!called.delete(unblocker)) return;
    const delays = unblocker.take();
    if (delays === null) {
      missing += 1;
      return;
    }
    otherMs.push(delays.other);
    if (delays.same !== null) sameMs.push(delays.same);
    if (delays.between !== null) betweenMs.push(delays.between);
  };
  const call = (unblocker: Unblocker, isMeasured: boolean): void => {
    collect(unblocker);
    if (isMeasured) {
      calls += 1;
      called.add(unblocker);
    }
    void unblocker.call().then((status) => {
      if (status === 200) return;
      refused += 1;
      called.delete(unblocker);
    });
  };
  const beganMs = performance.now();
  const endMs = load.warmUpMs + load.measureMs;
  for (let sent = 0, atMs = 0; atMs < endMs; ) {
    await wait(STEP_MS);
    atMs = performance.now() - beganMs;
    for (; sent < (atMs * load.perSecond) / 1_000; sent += 1) {
      const unblocker = unblockers[sent % unblockers.length];
      if (unblocker !== undefined && !unblocker.isBusy) call(unblocker, atMs >= load.warmUpMs);
    }
  }
  await wait(SETTLE_MS);
  for (const unblocker of [...called]) collect(unblocker);
  for (const unblocker of unblockers) unblocker.close();
  const callsPerSecond = calls / (load.measureMs / 1_000);
  return { otherMs, sameMs, betweenMs, callsPerSecond, missing, refused };
}
