/**
 * A separate process with many viewers' sockets, so that the server's CPU time can be measured alone. It implements
 * Engine.IO and Socket.IO directly, because 5 000 instances of the client library would dominate the measurement. Only
 * one socket in `READ_EVERY` is read frame by frame and represents the others. The input of the others is discarded, to
 * leave the CPU to the server on the same machine.
 *
 * socket-crowd.ts <ws address> <sockets> <app key> <program_live_id>
 *
 * Sends its parent `{ type: 'joined' }` once all sockets have joined, and replies to `report` with a `CrowdReport`.
 */
import type { Socket } from 'node:net';
import { EVENT_NAMESPACE } from '@sangwian/contract/sockets/event-namespace';
import { WebSocket } from 'ws';

export interface CrowdReport {
  readonly type: 'report';
  /** Ticks received by all sockets, extrapolated from the sockets that are read. */
  readonly frames: number;
  /** Messages and gifts received, extrapolated in the same way. */
  readonly events: number;
  readonly frameBytesMean: number;
  /** Delay from `sent_at` to the arrival of each event at each read socket. */
  readonly delaysMs: readonly number[];
}

const [address = '', sockets = '0', appKey = '', programLiveId = ''] = process.argv.slice(2);
const CONNECTING_MAX = 50;
const READ_EVERY = 10;
/** Shorter than the server's ping timeout, because the server's pings are discarded too. */
const PONG_EVERY_MS = 20_000;
const DELAYS_MAX = 200_000;
const TICK_PREFIX = `42${EVENT_NAMESPACE},["live:tick",`;

let frames = 0;
let events = 0;
let bytes = 0;
let delaysMs: number[] = [];

/** All sockets receive the same frame, so it is parsed once. */
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

/** Discards the input below the WebSocket library and sends pongs at a fixed rate. */
function discardInput(socket: WebSocket): void {
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
        if (!isRead) discardInput(socket);
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

let remaining = Number(sockets);
const share = remaining / Math.ceil(remaining / READ_EVERY);
await Promise.all(
  Array.from({ length: CONNECTING_MAX }, async () => {
    while (remaining > 0) {
      remaining -= 1;
      await join(remaining % READ_EVERY === 0);
    }
  }),
);
process.send?.({ type: 'joined' });
