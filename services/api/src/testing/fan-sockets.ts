import { once } from 'node:events';
import { LiveJoinAck, LiveTick } from '@sangwian/contract/sockets/event-namespace';
import { io, type Socket } from 'socket.io-client';

/** The public URL of a node. */
export interface Site {
  readonly url: string;
  readonly appKey: string;
}

type Tick = ReturnType<typeof LiveTick.parse>;

/** Opens the sockets of a test's fans; `close` disconnects all of them. */
export class FanSockets {
  readonly #open: Socket[] = [];

  /** Returns a connected socket. */
  async connect(
    { url, appKey }: Site,
    namespace: '/event' | '/kick',
    token?: string,
  ): Promise<Socket> {
    const socket = io(`${url}${namespace}`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { app_key: appKey, ...(token === undefined ? {} : { access_token: token }) },
    });
    this.#open.push(socket);
    await new Promise<void>((done, failed) => {
      socket.once('connect', done);
      socket.once('connect_error', failed);
    });
    return socket;
  }

  close(): void {
    for (const socket of this.#open.splice(0)) socket.disconnect();
  }
}

/** Joins a live, and collects its ticks after validating them against the contract. */
export async function followLive(
  socket: Socket,
  programLiveId: string,
): Promise<{ readonly seq: number; readonly ticks: readonly Tick[] }> {
  const ticks: Tick[] = [];
  socket.on('live:tick', (tick) => ticks.push(LiveTick.parse(tick)));
  const answer = LiveJoinAck.parse(
    await socket.emitWithAck('live:join', { program_live_id: programLiveId }),
  );
  if (!answer.ok) throw new Error(answer.error.status);
  return { seq: answer.seq, ticks };
}

/** Resolves with the payload of the next event of this name. */
export const next = async (socket: Socket, event: string): Promise<unknown> =>
  ((await once(socket as never, event)) as unknown[])[0];
