import { EVENT_NAMESPACE, SOCKET_PATH } from '@sangwian/contract/sockets/event-namespace';
import { io, type Socket } from 'socket.io-client';
import type { RunFile } from './start-stack.ts';

/** Connects a socket to the event namespace. Without a token it connects as a visitor. */
export async function connectEventSocket(run: RunFile, accessToken?: string): Promise<Socket> {
  const socket = io(`${run.url}${EVENT_NAMESPACE}`, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: {
      app_key: run.app_key,
      ...(accessToken === undefined ? {} : { access_token: accessToken }),
    },
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}

/** Emits an event and resolves with the acknowledgement. */
export const ask = (
  socket: Socket,
  event: string,
  payload: unknown,
): Promise<{ ok: boolean; error?: { status: string; message: string } }> =>
  socket.timeout(5_000).emitWithAck(event, payload);
