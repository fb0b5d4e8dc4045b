import type { Socket } from 'socket.io-client';
import { readStored } from '../storage/local-storage.ts';
import { onSessionChange } from './session.ts';
import { openNamespace } from './sockets.ts';

const RETRY_MS = 3_000;

/** The part of one user in the shared socket. */
export interface SocketHold {
  /** The shared socket. It belongs to all its users: listen and emit, but never connect or disconnect it. */
  readonly socket: Socket;
  /** Counts this user into the room of a live; the join itself is the user's. Returns the call that leaves it. */
  enterRoom(programLiveId: string): () => void;
  /** Gives the hold back. The socket closes with its last user. */
  release(): void;
}

/**
 * Owns the one socket of the event namespace, which the wallet, the chat, the game and the picture share: connects it
 * for its first user, reconnects it for another member and after an end that Socket.IO does not mend, and closes it
 * after its last user. A live's room is left after its last user on the page.
 */
export class EventSocket {
  readonly #open: () => Promise<Socket>;
  readonly #rooms = new Map<string, number>();
  #socket: Socket | null = null;
  #users = 0;
  #token: string | null = null;
  #retry: ReturnType<typeof setInterval> | undefined;
  #unfollow: () => void = () => {};

  constructor(open: () => Promise<Socket>) {
    this.#open = open;
  }

  /** Adds a user. @throws where the library cannot be fetched */
  async hold(): Promise<SocketHold> {
    const socket = await this.#open();
    this.#socket = socket;
    this.#users += 1;
    if (this.#users === 1) this.#begin();
    this.#connect();
    let held = true;
    return {
      socket,
      enterRoom: (programLiveId) => this.#enterRoom(programLiveId),
      release: () => {
        if (!held) return;
        held = false;
        this.#users -= 1;
        if (this.#users === 0) this.#end();
      },
    };
  }

  #begin(): void {
    this.#token = readStored('access_token');
    this.#unfollow = onSessionChange(() => this.#followMember());
    // A connection that the server closed or refused does not reconnect automatically.
    this.#retry = setInterval(() => this.#connect(), RETRY_MS);
  }

  #end(): void {
    clearInterval(this.#retry);
    this.#unfollow();
    this.#socket?.disconnect();
  }

  /** A connection that is on its way must not be asked for twice: the server would make two of it. */
  #connect(): void {
    if (this.#socket !== null && !this.#socket.active) this.#socket.connect();
  }

  /** The events of one member must not reach the next one. */
  #followMember(): void {
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
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
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
const eventSocket = new EventSocket(() => openNamespace('/event'));

/** Adds a user to the event socket of this page. @throws where the library cannot be fetched */
export const holdEventSocket = (): Promise<SocketHold> => eventSocket.hold();
