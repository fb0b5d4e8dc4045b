import type { EncouragementBar } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage, Match } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import type { ChatState } from '@sangwian/contract/sockets/event-namespace';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Socket } from 'socket.io';
import type { Bus, BusEvents, NodeCounts } from '../../../platform/bus/bus.ts';
import { Turns } from '../../../platform/sockets/turns.ts';
import type { ViewerCounts } from '../lives/lives.module.ts';
import { LiveRoom } from './live-room.ts';

const VIEWERS_MS = 2_000;
/** A page shows one live; a few more are no harm. */
export const ROOMS_PER_SOCKET_MAX = 5;

export interface LiveRoomsOptions {
  readonly bus: Bus;
  readonly viewers: ViewerCounts;
  readonly matchesOf: (programLiveId: ProgramLiveId) => Promise<Match[]>;
  /** Lines after this `seq`, oldest first. */
  readonly linesAfter: (
    programLiveId: ProgramLiveId,
    seq: number,
  ) => Promise<readonly ChatMessage[]>;
  readonly chatState: (programLiveId: ProgramLiveId) => Promise<ChatState>;
  /** Lines that were removed, the newest. */
  readonly removedLines: (programLiveId: ProgramLiveId) => Promise<readonly ChatMessageId[]>;
  readonly boutOnNow: (programLiveId: ProgramLiveId) => Promise<MatchLiveId | null>;
  /** What each node has added to a bout's bar. */
  readonly readBar: (matchLiveId: MatchLiveId) => Promise<readonly NodeCounts[]>;
  readonly logger: Logger;
}

/** The rooms of this node: one for each live that somebody here looks at. */
export class LiveRooms {
  readonly #options: LiveRoomsOptions;
  readonly #rooms = new Map<ProgramLiveId, LiveRoom>();
  readonly #roomsOf = new Map<Socket, Set<ProgramLiveId>>();
  readonly #turns = new Turns();
  readonly #unsubscribe: (() => void)[];
  #timer: NodeJS.Timeout | null = null;

  constructor(options: LiveRoomsOptions) {
    this.#options = options;
    this.#unsubscribe = [
      options.bus.subscribe('chat:sent', ({ programLiveId, messages }) =>
        this.#rooms.get(programLiveId)?.addMessages(messages),
      ),
      options.bus.subscribe('chat:removed', ({ programLiveId, chatMessageIds }) =>
        this.#rooms.get(programLiveId)?.removeMessages(chatMessageIds),
      ),
      options.bus.subscribe(
        'chat:state',
        ({ programLiveId }) => void this.#rooms.get(programLiveId)?.tellState(),
      ),
      options.bus.subscribe('gift:sent', (sent) => void this.#tellGifts(sent)),
      options.bus.subscribe('bout:decided', (decided) => void this.#tellDecided(decided)),
      options.bus.subscribe('live:changed', ({ programLiveId }) => {
        const room = this.#rooms.get(programLiveId);
        if (room !== undefined) void this.#readMatches(programLiveId, room);
      }),
      options.bus.onMissed(() => {
        for (const [programLiveId, room] of this.#rooms) {
          void this.#readMatches(programLiveId, room);
          void room.catchUp();
          void room.tellState();
          void this.#tellRemoved(programLiveId, room);
          void this.barOf(programLiveId, room);
        }
      }),
    ];
  }

  /** Puts the socket into the live's room; `null` where it is in too many already. */
  join(programLiveId: ProgramLiveId, socket: Socket): LiveRoom | null {
    const joined = this.#roomsOf.get(socket) ?? new Set();
    if (joined.size >= ROOMS_PER_SOCKET_MAX && !joined.has(programLiveId)) return null;
    const room = this.#rooms.get(programLiveId) ?? this.#open(programLiveId);
    room.add(socket);
    this.#roomsOf.set(socket, joined.add(programLiveId));
    return room;
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
  }

  leaveAll(socket: Socket): void {
    for (const programLiveId of [...(this.#roomsOf.get(socket) ?? [])]) {
      this.leave(programLiveId, socket);
    }
  }

  close(): void {
    for (const end of this.#unsubscribe) end();
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const room of this.#rooms.values()) room.close();
    this.#turns.close();
    this.#rooms.clear();
    this.#roomsOf.clear();
  }

  /** The bar of the bout that is on; `null` while none is. */
  async barOf(programLiveId: ProgramLiveId, room: LiveRoom): Promise<EncouragementBar | null> {
    const matchLiveId = await this.#options.boutOnNow(programLiveId);
    if (matchLiveId === null) return null;
    return room.addGifts(matchLiveId, await this.#options.readBar(matchLiveId), []);
  }

  async #tellGifts({ programLiveId, matchLiveId, counts, gifts }: BusEvents['gift:sent']) {
    const room = this.#rooms.get(programLiveId);
    if (room === undefined) return;
    try {
      // What other nodes added before anybody here looked is in the database alone.
      const before = room.knowsBar(matchLiveId) ? [] : await this.#options.readBar(matchLiveId);
      room.addGifts(matchLiveId, [...before, ...counts], gifts);
    } catch (err) {
      this.#options.logger.warn({ err, programLiveId }, 'bar not read for its room');
    }
  }

  /** The card is told with it, since the result stands there, too. */
  async #tellDecided({ programLiveId, matchLiveId, state }: BusEvents['bout:decided']) {
    const room = this.#rooms.get(programLiveId);
    if (room === undefined) return;
    const matches = await this.#readMatches(programLiveId, room);
    const match = matches.find(({ match_live_id: id }) => id === matchLiveId);
    room.send('match:result', {
      program_live_id: programLiveId,
      match_live_id: matchLiveId,
      state,
      sequence: match?.ruling?.sequence ?? 0,
      result: match?.result ?? null,
    });
  }

  async #tellRemoved(programLiveId: ProgramLiveId, room: LiveRoom): Promise<void> {
    try {
      room.removeMessages(await this.#options.removedLines(programLiveId));
    } catch (err) {
      this.#options.logger.warn({ err, programLiveId }, 'removed lines not read for their room');
    }
  }

  #open(programLiveId: ProgramLiveId): LiveRoom {
    const room = new LiveRoom(programLiveId, {
      nowMs: () => performance.now(),
      turns: this.#turns,
      linesAfter: (seq) => this.#options.linesAfter(programLiveId, seq),
      readState: () => this.#options.chatState(programLiveId),
      readMatches: () => this.#options.matchesOf(programLiveId),
      onError: (err) =>
        this.#options.logger.warn({ err, programLiveId }, 'chat not read for its room'),
    });
    this.#rooms.set(programLiveId, room);
    void this.#readMatches(programLiveId, room);
    this.#timer ??= setTimeout(() => void this.#countViewers(), 0);
    return room;
  }

  async #readMatches(programLiveId: ProgramLiveId, room: LiveRoom): Promise<readonly Match[]> {
    try {
      return await room.refreshMatches();
    } catch (err) {
      this.#options.logger.warn({ err, programLiveId }, 'card not read for its room');
      return [];
    }
  }

  async #countViewers(): Promise<void> {
    try {
      const counts = await this.#options.viewers.ofLives();
      for (const [programLiveId, room] of this.#rooms) {
        room.setViewers(counts.get(programLiveId) ?? 0);
      }
    } catch (err) {
      this.#options.logger.warn({ err }, 'viewers not counted');
    }
    this.#timer =
      this.#rooms.size === 0 ? null : setTimeout(() => void this.#countViewers(), VIEWERS_MS);
  }
}
