import type { Socket } from 'socket.io-client';
import { readStored } from '../storage/local-storage.ts';
import { applySiteState } from '../switches/site-state.ts';
import { onSessionChange } from './session.ts';
import { openNamespace } from './sockets.ts';

const RETRY_MS = 3_000;

/** Access to the shared socket of one of its users. The socket stays open until every user has released its handle. */
export interface SocketHandle {
  /** The socket, which all users share. Users listen and emit, but never connect or disconnect the socket. */
  readonly socket: Socket;
  /** Registers this handle for the room of a live. The caller sends the join. Returns a function that leaves the room. */
  enterRoom(programLiveId: string): () => void;
  /** Releases the handle. The socket closes after the last release. */
  release(): void;
}

/**
 * Owns the only socket of the event namespace, which wallet, chat, game and player share. Connects for the first handle
 * and closes after the last release. Reconnects for another member, and after a close that Socket.IO does not retry.
 * Leaves the room of a live after the last handle for that room.
 */
export class EventSocket {
  readonly #open: () => Promise<Socket>;
  readonly #rooms = new Map<string, number>();
  #socket: Socket | null = null;
  #users = 0;
  #token: string | null = null;
  #retry: ReturnType<typeof setInterval> | undefined;
  #unsubscribe: () => void = () => {};

  constructor(open: () => Promise<Socket>) {
    this.#open = open;
  }

  /**
   * Creates a handle and connects the socket.
   *
   * @throws if the library cannot be loaded
   */
  async acquire(): Promise<SocketHandle> {
    const socket = await this.#open();
    this.#socket = socket;
    this.#users += 1;
    if (this.#users === 1) this.#start();
    this.#connect();
    let isReleased = false;
    return {
      socket,
      enterRoom: (programLiveId) => this.#enterRoom(programLiveId),
      release: () => {
        if (isReleased) return;
        isReleased = true;
        this.#users -= 1;
        if (this.#users === 0) this.#stop();
      },
    };
  }

  #start(): void {
    this.#token = readStored('access_token');
    this.#unsubscribe = onSessionChange(() => this.#onSessionChange());
    // A connection that the server closed or refused does not reconnect automatically.
    this.#retry = setInterval(() => this.#connect(), RETRY_MS);
  }

  #stop(): void {
    clearInterval(this.#retry);
    this.#unsubscribe();
    this.#socket?.disconnect();
  }

  /** Connects only an inactive socket, because a second call would create a second connection. */
  #connect(): void {
    if (this.#socket !== null && !this.#socket.active) this.#socket.connect();
  }

  /** Reconnects after a change of member, so that the next member receives no events of the previous one. */
  #onSessionChange(): void {
    const token = readStored('access_token');
    if (token === this.#token) return;
    this.#token = token;
    this.#socket?.disconnect();
    // Code of the previous member may now release its handles. The remaining handles connect as the new member.
    queueMicrotask(() => {
      if (this.#users > 0) this.#connect();
    });
  }

  #enterRoom(programLiveId: string): () => void {
    this.#rooms.set(programLiveId, (this.#rooms.get(programLiveId) ?? 0) + 1);
    let entered = true;
    return () => {
      if (!entered) return;
      entered = false;
      const others = (this.#rooms.get(programLiveId) ?? 1) - 1;
      if (others > 0) {
        this.#rooms.set(programLiveId, others);
        return;
      }
      this.#rooms.delete(programLiveId);
      if (this.#socket?.connected) {
        this.#socket.emit('live:leave', { program_live_id: programLiveId });
      }
    };
  }
}

/** The event socket of this page. */
const eventSocket = new EventSocket(async () => {
  const socket = await openNamespace('/event');
  return socket.off('site:changed', applySiteState).on('site:changed', applySiteState);
});

/**
 * Returns a handle of the event socket of this page.
 *
 * @throws if the library cannot be loaded
 */
export const acquireEventSocket = (): Promise<SocketHandle> => eventSocket.acquire();
