import type { Manager, Socket } from 'socket.io-client';
import { readStored } from '../storage/local-storage.ts';

const RECONNECT_MS = 1_000;
const RECONNECT_MAX_MS = 3_000;

let appKey = '';
let opening: Promise<Manager> | undefined;

/** Sets the configuration of sockets. Called once by the browser's entry. */
export function configureSockets(key: string): void {
  appKey = key;
}

async function openManager(): Promise<Manager> {
  const { Manager } = await import('socket.io-client');
  return new Manager(window.location.origin, {
    path: '/socket.io',
    transports: ['websocket'],
    withCredentials: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MAX_MS,
    autoConnect: false,
  });
}

/**
 * Returns a socket of a namespace (`/event`, `/kick`) that is not connected yet: attach listeners, then call
 * `connect()`. All namespaces share one websocket. The client library is loaded for the first socket. Each connection
 * reads the current token. Rejects if the library cannot be fetched.
 */
export async function openNamespace(namespace: '/event' | '/kick'): Promise<Socket> {
  opening ??= openManager();
  opening.catch(() => {
    opening = undefined;
  });
  const manager = await opening;
  return manager.socket(namespace, {
    auth: (send: (auth: Record<string, string>) => void) => {
      const token = readStored('access_token');
      send({ app_key: appKey, ...(token ? { access_token: token } : {}) });
    },
  });
}
