import type { Socket } from 'socket.io-client';
import { readStored } from '../storage/local-storage.ts';
import { applySiteState } from '../switches/site-state.ts';
import { onSessionChange } from './session.ts';
import { openNamespace } from './sockets.ts';

const RETRY_MS = 3_000;

/** One user's share of the shared socket. */
export interface SocketHold {
  /** Shared by all users: listen and emit, but never connect or disconnect it. */
  readonly socket: Socket;
  /** Counts this user in the room of a live; the user sends the join. Returns the call that leaves the room. */
  enterRoom(programLiveId: string): () => void;
  /** Releases the hold. The socket closes after its last user. */
  release(): void;
}

/**
 * Owns the single socket of the event namespace, which wallet, chat, game and player share. Connects it for the first
 * user, reconnects it for another member and after a close that Socket.IO does not retry, and closes it after the last
 * user. Leaves the room of a live after its last user on the page.
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

  /** Adds a user. @throws if the library cannot be fetched */
  async hold(): Promise<SocketHold> {
    const socket = await this.#open();
    this.#socket = socket;
    this.#users += 1;
    if (this.#users === 1) this.#start();
    this.#connect();
    let held = true;
    return {
      socket,
      enterRoom: (programLiveId) => this.#enterRoom(programLiveId),
      release: () => {
        if (!held) return;
        held = false;
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

  /** Never connects twice: the server would create two connections. */
  #connect(): void {
    if (this.#socket !== null && !this.#socket.active) this.#socket.connect();
  }

  /** The events of one member must not reach the next one. */
  #onSessionChange(): void {
    const token = readStored('access_token');
    if (token === this.#token) return;
    this.#token = token;
    this.#socket?.disconnect();
    // Users of the previous member may release it now; the remaining ones connect as the new member.
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

/** Adds a user to the event socket of this page. @throws if the library cannot be fetched */
export const holdEventSocket = (): Promise<SocketHold> => eventSocket.hold();
