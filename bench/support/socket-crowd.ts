/**
 * A process of its own that holds many viewers' sockets, so that the server's CPU time is the server's alone. It
 * speaks Engine.IO and Socket.IO by hand: a client library for each of 5 000 sockets would measure the library. One
 * socket in `READ_EVERY` is read frame by frame and stands for the others, which are only emptied: on the machine that
 * serves them, all that the crowd does is taken from the server.
 *
 *   socket-crowd.ts <ws address> <sockets> <app key> <program_live_id>
 *
 * Tells its parent `{ type: 'joined' }` once all are in, and answers `report` with a `CrowdReport`.
 */
import type { Socket } from 'node:net';
import { EVENT_NAMESPACE } from '@sangwian/contract/sockets/event-namespace';
import { WebSocket } from 'ws';

export interface CrowdReport {
  readonly type: 'report';
  /** Ticks that arrived, over all sockets, by those that are read. */
  readonly frames: number;
  /** Chat lines and gifts that arrived, the same way. */
  readonly events: number;
  readonly frameBytesMean: number;
  /** From the server's `sent_at` of an event to its arrival, of every event at every socket that is read. */
  readonly delaysMs: readonly number[];
}

const [address = '', sockets = '0', appKey = '', programLiveId = ''] = process.argv.slice(2);
const CONNECTING_MAX = 50;
const READ_EVERY = 10;
/** Well before the server gives up a socket that does not answer its pings; who is not read does not see them. */
const PONG_EVERY_MS = 20_000;
const DELAYS_MAX = 200_000;
const TICK_PREFIX = `42${EVENT_NAMESPACE},["live:tick",`;

let frames = 0;
let events = 0;
let bytes = 0;
let delaysMs: number[] = [];

/** The same frame reaches every socket: it is read once and remembered. */
let lastFrame = '';
let lastSentAt: number[] = [];

function takeFrame(frame: string): void {
  if (frame !== lastFrame) {
    const [, tick] = JSON.parse(frame.slice(frame.indexOf('['))) as [
      string,
      Record<'messages' | 'gifts', Array<{ sent_at: string }>>,
    ];
    lastFrame = frame;
    lastSentAt = [...tick.messages, ...tick.gifts].map(({ sent_at }) => Date.parse(sent_at));
  }
  frames += 1;
  bytes += frame.length;
  events += lastSentAt.length;
  if (delaysMs.length < DELAYS_MAX) {
    const now = Date.now();
    for (const sentAt of lastSentAt) delaysMs.push(now - sentAt);
  }
}

/** Below the websocket library: what arrives is thrown away, and pings are answered unheard. */
function onlyEmpty(socket: WebSocket): void {
  const { _socket: raw } = socket as unknown as { readonly _socket: Socket };
  raw.removeAllListeners('data');
  raw.resume();
  setInterval(() => socket.send('3'), PONG_EVERY_MS);
}

function join(isRead: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { perMessageDeflate: false, skipUTF8Validation: true });
    socket.once('error', reject);
    socket.on('message', (data: Buffer) => {
      const frame = data.toString();
      if (frame.startsWith(TICK_PREFIX)) takeFrame(frame);
      else if (frame === '2') socket.send('3');
      else if (frame.startsWith('0'))
        socket.send(`40${EVENT_NAMESPACE},${JSON.stringify({ app_key: appKey })}`);
      else if (frame.startsWith(`40${EVENT_NAMESPACE}`)) {
        socket.send(
          `42${EVENT_NAMESPACE},1${JSON.stringify(['live:join', { program_live_id: programLiveId }])}`,
        );
      } else if (frame.startsWith(`43${EVENT_NAMESPACE},1`)) {
        if (!frame.includes('"ok":true')) reject(new Error(frame));
        if (!isRead) onlyEmpty(socket);
        resolve();
      } else if (frame.startsWith('44')) reject(new Error(frame));
    });
  });
}

process.on('message', (message) => {
  if (message !== 'report') return;
  const report: CrowdReport = {
    type: 'report',
    frames: frames * share,
    events: events * share,
    frameBytesMean: frames === 0 ? 0 : bytes / frames,
    delaysMs,
  };
  process.send?.(report);
  frames = 0;
  events = 0;
  bytes = 0;
  delaysMs = [];
});
process.on('disconnect', () => process.exit(0));

let left = Number(sockets);
const share = left / Math.ceil(left / READ_EVERY);
await Promise.all(
  Array.from({ length: CONNECTING_MAX }, async () => {
    while (left > 0) {
      left -= 1;
      await join(left % READ_EVERY === 0);
    }
  }),
);
process.send?.({ type: 'joined' });
