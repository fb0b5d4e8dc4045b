import type { EncouragementBar } from '@sangwian/contract/endpoints/gifts';
import type { Match } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { every, type RepeatedTask } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import type { Bus, BusEvents } from '../../../platform/bus/bus.ts';
import { Turns } from '../../../platform/sockets/turns.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { Gifts } from '../gifts/gifts.module.ts';
import type { LiveReader, ViewerCounts } from '../lives/lives.module.ts';
import { NodeRoom } from './node-room.ts';

/** A page shows one live. The additional rooms allow for a quick change between lives. */
export const ROOMS_PER_SOCKET_MAX = 5;

export interface NodeRoomsOptions {
  readonly bus: Bus;
  readonly chat: Pick<Chat, 'linesAfter' | 'stateOf' | 'removedOf'>;
  readonly gifts: Pick<Gifts, 'readBar'>;
  readonly live: Pick<LiveReader, 'cardOf' | 'findCurrentBout'>;
  readonly viewers: ViewerCounts;
  readonly logger: Logger;
}

/**
 * The rooms of this node, one for each live with a socket on this node. Passes the bus events of each live to
 * its room. Reads missed bus events from the database.
 */
export class NodeRooms {
  readonly #options: NodeRoomsOptions;
  readonly #rooms = new Map<ProgramLiveId, NodeRoom>();
  /** Functions that end the bus subscription of each room. */
  readonly #unfollow = new Map<ProgramLiveId, () => void>();
  readonly #roomsOf = new Map<Socket, Set<ProgramLiveId>>();
  readonly #turns = new Turns();
  readonly #unsubscribe: (() => void)[];
  readonly #viewerCounts: RepeatedTask;

  constructor(options: NodeRoomsOptions) {
    this.#options = options;
    this.#viewerCounts = every(LIMITS.viewerCountMs, () => this.#countViewers(), {
      name: 'viewer_counts',
      logger: options.logger,
    });
    this.#viewerCounts.start();
    this.#unsubscribe = [
      options.bus.subscribe('chat:sent', ({ programLiveId, messages }) =>
        this.#rooms.get(programLiveId)?.addMessages(messages),
      ),
      options.bus.subscribe('chat:removed', ({ programLiveId, chatMessageIds }) =>
        this.#rooms.get(programLiveId)?.removeMessages(chatMessageIds),
      ),
      options.bus.subscribe(
        'chat:state',
        ({ programLiveId }) => void this.#rooms.get(programLiveId)?.broadcastState(),
      ),
      options.bus.subscribe('gift:sent', (sent) => void this.#sendGifts(sent)),
      options.bus.subscribe('reactions:counted', ({ programLiveId, counts }) =>
        this.#rooms.get(programLiveId)?.addReactions(counts),
      ),
      options.bus.subscribe('bout:decided', (decided) => void this.#sendDecided(decided)),
      options.bus.subscribe('live:changed', ({ programLiveId }) => {
        const room = this.#rooms.get(programLiveId);
        if (room !== undefined) void this.#readCard(programLiveId, room);
      }),
      options.bus.onMissed(() => {
        for (const [programLiveId, room] of this.#rooms) {
          void this.#readCard(programLiveId, room);
          void room.broadcastState();
          void this.#sendRemoved(programLiveId, room);
          this.#readMissed(programLiveId, room);
        }
      }),
    ];
  }

  /** Adds the socket to the live's room. Returns `null` if the socket is in too many rooms. */
  join(programLiveId: ProgramLiveId, socket: Socket): NodeRoom | null {
    const joined = this.#roomsOf.get(socket) ?? new Set();
    if (joined.size >= ROOMS_PER_SOCKET_MAX && !joined.has(programLiveId)) return null;
    const room = this.#rooms.get(programLiveId) ?? this.#open(programLiveId);
    room.add(socket);
    this.#roomsOf.set(socket, joined.add(programLiveId));
    return room;
  }

  isJoined(programLiveId: ProgramLiveId, socket: Socket): boolean {
    return this.#roomsOf.get(socket)?.has(programLiveId) === true;
  }

  leave(programLiveId: ProgramLiveId, socket: Socket): void {
    const joined = this.#roomsOf.get(socket);
    if (joined?.delete(programLiveId) !== true) return;
    if (joined.size === 0) this.#roomsOf.delete(socket);
    const room = this.#rooms.get(programLiveId);
    room?.delete(socket);
    if (room?.size !== 0) return;
    room.close();
    this.#rooms.delete(programLiveId);
    this.#unfollow.get(programLiveId)?.();
    this.#unfollow.delete(programLiveId);
  }

  leaveAll(socket: Socket): void {
    for (const programLiveId of [...(this.#roomsOf.get(socket) ?? [])]) {
      this.leave(programLiveId, socket);
    }
  }

  close(): void {
    for (const end of [...this.#unsubscribe, ...this.#unfollow.values()]) end();
    void this.#viewerCounts.stop();
    for (const room of this.#rooms.values()) room.close();
    this.#turns.close();
    this.#rooms.clear();
    this.#roomsOf.clear();
  }

  /** Reads the bar of the current bout; `null` if there is none. */
  async readBar(programLiveId: ProgramLiveId, room: NodeRoom): Promise<EncouragementBar | null> {
    const matchLiveId = await this.#options.live.findCurrentBout(programLiveId);
    if (matchLiveId === null) return null;
    return room.addGifts(matchLiveId, await this.#options.gifts.readBar(matchLiveId), []);
  }

  async #sendGifts({ programLiveId, matchLiveId, counts, gifts }: BusEvents['gift:sent']) {
    const room = this.#rooms.get(programLiveId);
    if (room === undefined) return;
    try {
      // Counts that other nodes published before this room was opened are only in the database.
      const before = room.hasBar(matchLiveId) ? [] : await this.#options.gifts.readBar(matchLiveId);
      room.addGifts(matchLiveId, [...before, ...counts], gifts);
    } catch (err) {
      this.#options.logger.warn({ err, programLiveId }, 'bar read failed');
    }
  }

  /** Broadcasts a result after the card, because the card shows the result too. */
  async #sendDecided({ programLiveId, matchLiveId, state }: BusEvents['bout:decided']) {
    const room = this.#rooms.get(programLiveId);
    if (room === undefined) return;
    const matches = await this.#readCard(programLiveId, room);
    const match = matches.find(({ match_live_id: id }) => id === matchLiveId);
    room.send('match:result', {
      program_live_id: programLiveId,
      match_live_id: matchLiveId,
      state,
      sequence: match?.ruling?.sequence ?? 0,
      result: match?.result ?? null,
    });
  }

  async #sendRemoved(programLiveId: ProgramLiveId, room: NodeRoom): Promise<void> {
    try {
      room.removeMessages(await this.#options.chat.removedOf(programLiveId));
    } catch (err) {
      this.#options.logger.warn({ err, programLiveId }, 'removed chat lines read failed');
    }
  }

  /**
   * Reads the chat lines and the bar, because bus events were missed or the subscription has just become active.
   * The rows of missed gifts are not sent later.
   */
  #readMissed(programLiveId: ProgramLiveId, room: NodeRoom): void {
    if (this.#rooms.get(programLiveId) !== room) return;
    void room.catchUp();
    this.readBar(programLiveId, room).catch((err: unknown) =>
      this.#options.logger.warn({ err, programLiveId }, 'bar read failed'),
    );
  }

  #open(programLiveId: ProgramLiveId): NodeRoom {
    const room = new NodeRoom(programLiveId, {
      nowMs: () => performance.now(),
      turns: this.#turns,
      linesAfter: (seq) => this.#options.chat.linesAfter(programLiveId, seq),
      readState: () => this.#options.chat.stateOf(programLiveId),
      readCard: () => this.#options.live.cardOf(programLiveId),
      onError: (err) => this.#options.logger.warn({ err, programLiveId }, 'chat read failed'),
    });
    this.#rooms.set(programLiveId, room);
    this.#unfollow.set(
      programLiveId,
      this.#options.bus.follow(programLiveId, () => this.#readMissed(programLiveId, room)),
    );
    void this.#readCard(programLiveId, room);
    void this.#viewerCounts.runSoon();
    return room;
  }

  async #readCard(programLiveId: ProgramLiveId, room: NodeRoom): Promise<readonly Match[]> {
    try {
      return (await room.refreshCard()).matches;
    } catch (err) {
      this.#options.logger.warn({ err, programLiveId }, 'card read failed');
      return [];
    }
  }

  async #countViewers(): Promise<void> {
    if (this.#rooms.size === 0) return;
    const counts = await this.#options.viewers.ofLives();
    for (const [programLiveId, room] of this.#rooms) {
      room.setViewers(counts.get(programLiveId) ?? 0);
    }
  }
}
