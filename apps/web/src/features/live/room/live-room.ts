import type { ErrorBody } from '@sangwian/contract/endpoint';
import type { EncouragementBar, Gift, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { LiveState, Match } from '@sangwian/contract/endpoints/live';
import type {
  ChatBlockChanged,
  ChatHeldDecided,
  ChatModerate,
  ChatModerateAck,
  ChatRemoved,
  ChatSend,
  ChatSendAck,
  ChatState,
  ChatStateChanged,
  ChatTimeout,
  ChatTimeoutChanged,
  GiftRefunded,
  LiveJoin,
  LiveJoinAck,
  LiveTick,
  MatchState,
  Reaction,
} from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io-client';
import type { z } from 'zod';
import { OPEN_CLOCK, type PictureClock } from '../../../shared/in-step/picture-clock.ts';
import { patchStore } from '../../../shared/patch-store.ts';
import type { SocketHandle } from '../../../shared/session/event-socket.ts';
import { createStore } from '../../../shared/store.ts';
import { DueQueue } from './due-queue.ts';
import { WatchHeartbeat } from './watch-heartbeat.ts';

const ACK_TIMEOUT_MS = 8_000;
const JOIN_RETRY_MS = 2_000;
const OPEN_RETRY_MS = 3_000;

/** Refusals after which a join is retried; any other refusal is final. */
const TRANSIENT_REFUSALS: ReadonlySet<string> = new Set([
  'unavailable',
  'error_occurred',
  'rate_limited',
  'request_timeout',
]);

export interface RoomSnapshot {
  /** `refused`: the API does not admit this visitor; `refusal` contains the reason. */
  readonly connection: 'connecting' | 'joined' | 'lost' | 'refused';
  readonly refusal: ErrorBody | null;
  /** `null` before the first response. */
  readonly viewers: number | null;
}

export const NO_ROOM: RoomSnapshot = { connection: 'connecting', refusal: null, viewers: null };

export type JoinedRoom = Extract<z.infer<typeof LiveJoinAck>, { ok: true }>;

/** Receives the events of a room. */
export interface RoomListener {
  /** The room was joined, or joined again after a gap. `messages` contains the lines that were missing. */
  readonly onJoined?: (answer: JoinedRoom) => void;
  /** New lines of the chat that follow the known ones without a gap. */
  readonly onLines?: (tick: Pick<LiveTick, 'messages' | 'seq'>) => void;
  readonly onLinesRemoved?: (chatMessageIds: readonly string[]) => void;
  /** Slow mode, shield mode and the pinned line. */
  readonly onChatState?: (state: ChatState) => void;
  /** The member is timed out; `null` after the end of the time-out. */
  readonly onChatTimeout?: (timeout: ChatTimeout | null) => void;
  /** A moderator decided a message of the member that was held for review, or it expired. */
  readonly onChatHeld?: (decided: ChatHeldDecided) => void;
  /** The member has blocked or unblocked another member, perhaps in another tab. */
  readonly onChatBlock?: (changed: ChatBlockChanged) => void;
  /** The live has begun or ended, or has a new start time. Also called after each join. */
  readonly onState?: (state: LiveState) => void;
  /** A bout began or ended, or a round or a rest started. */
  readonly onMatch?: (match: Match) => void;
  /** The coins that the corners of the current bout have received. Not delayed: the listener delays the bar. */
  readonly onBar?: (bar: EncouragementBar) => void;
  /** Gifts that are due: the video has reached their time. */
  readonly onGifts?: (gifts: readonly GiftLine[]) => void;
  /** Quick reactions of all members, not delayed. */
  readonly onReactions?: (reactions: NonNullable<LiveTick['reactions']>) => void;
  /** Operators changed the gifts that can be sent. */
  readonly onGiftCatalogue?: (gifts: readonly Gift[]) => void;
  /** The member's own gifts to a bout were refunded, also to a bout of another live. */
  readonly onRefunded?: (refund: GiftRefunded) => void;
}

/** Requests within the room, with the sent fields (besides the live's id) and the response. */
interface RoomRequests {
  'chat:send': { sent: z.infer<typeof ChatSend>; answer: ChatSendAck };
  'chat:moderate': { sent: ChatModerate; answer: ChatModerateAck };
}
type InThisLive<Sent> = Sent extends unknown ? Omit<Sent, 'program_live_id'> : never;
export type RoomRequest<Name extends keyof RoomRequests> = InThisLive<RoomRequests[Name]['sent']>;

export interface LiveRoomOptions {
  readonly programLiveId: string;
  /** Opens or shares the event socket. Rejects if the library cannot be loaded. */
  readonly acquire: () => Promise<SocketHandle>;
  /** Delays gifts until the video reaches them. By default nothing is delayed. */
  readonly clock?: PictureClock;
}

/**
 * The room of one live over the event socket. Joins the room, joins again after a lost connection or a gap in the
 * lines, and dispatches the room's events to listeners. Independent of React: read `snapshot`.
 */
export class LiveRoom {
  readonly snapshot = createStore<RoomSnapshot>(NO_ROOM);
  /** The stadium time that the video has reached. */
  readonly clock: PictureClock;

  readonly #options: LiveRoomOptions;
  readonly #listeners = new Set<RoomListener>();
  readonly #gifts: DueQueue<GiftLine>;
  // Without a connection, `volatile` drops the heartbeat. Otherwise the socket would send it later, when it is stale.
  readonly #heartbeat = new WatchHeartbeat((watch_token) => {
    this.#socket?.volatile.emit('watch:beat', { watch_token });
  });
  #socket: Socket | null = null;
  /** The `seq` of the newest line that was dispatched; `null` before the first join. */
  #seq: number | null = null;
  #joining = false;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #detach: (() => void)[] = [];

  constructor(options: LiveRoomOptions) {
    this.#options = options;
    this.clock = options.clock ?? OPEN_CLOCK;
    this.#gifts = new DueQueue(this.clock, (gifts) => this.#dispatch('onGifts', gifts));
  }

  get programLiveId(): string {
    return this.#options.programLiveId;
  }

  /**
   * Adds a listener. Call before `start`, so that the listener receives the first join. Returns a function that removes
   * the listener.
   */
  subscribe(listener: RoomListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  start(): void {
    void this.#open();
  }

  /** Starts heartbeats with this watch token: after each connection and every 15 s. `null` stops the heartbeats. */
  setWatching(watchToken: string | null): void {
    this.#heartbeat.set(this.#closed ? null : watchToken);
  }

  /** Joins again after a refusal whose reason may no longer apply. */
  rejoin(): void {
    if (this.snapshot.get().connection !== 'refused') return;
    this.#patch({ connection: 'connecting', refusal: null });
    if (this.#socket?.connected === true) void this.#join();
  }

  /** Sends a request for this live. Returns `null` without a connection, and if no response arrives in time. */
  async request<Name extends keyof RoomRequests>(
    name: Name,
    fields: RoomRequest<Name>,
  ): Promise<RoomRequests[Name]['answer'] | null> {
    if (this.#socket?.connected !== true) return null;
    const request = { ...fields, program_live_id: this.#options.programLiveId };
    try {
      return await this.#socket.timeout(ACK_TIMEOUT_MS).emitWithAck(name, request);
    } catch {
      return null;
    }
  }

  /** Sends a quick reaction. Without a connection the reaction is dropped, because it would come too late. */
  react(reaction: Reaction): void {
    const { programLiveId: program_live_id } = this.#options;
    this.#socket?.volatile.emit('reaction:send', { program_live_id, reaction });
  }

  /** Leaves the room permanently. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#heartbeat.set(null);
    this.#gifts.close();
    this.#listeners.clear();
    this.#socket = null;
    for (const detach of this.#detach) detach();
  }

  async #open(): Promise<void> {
    if (this.#closed) return;
    try {
      const handle = await this.#options.acquire();
      if (this.#closed) {
        handle.release();
        return;
      }
      const { socket } = handle;
      this.#socket = socket;
      this.#detach.push(handle.enterRoom(this.#options.programLiveId));
      this.#listen(socket);
      this.#detach.push(handle.release);
      if (socket.connected) void this.#join();
    } catch {
      this.#retry = setTimeout(() => void this.#open(), OPEN_RETRY_MS);
    }
  }

  #listen(socket: Socket): void {
    const on = <Args extends unknown[]>(event: string, listener: (...args: Args) => void) => {
      socket.on(event, listener);
      this.#detach.push(() => socket.off(event, listener));
    };
    const isHere = (event: { program_live_id: string | null }): boolean =>
      event.program_live_id === this.#options.programLiveId;
    on('connect', () => {
      this.#heartbeat.send();
      void this.#join();
    });
    on('disconnect', () => this.#onDisconnect());
    on('live:tick', (tick: LiveTick) => {
      if (isHere(tick)) this.#onTick(tick);
    });
    on('live:state', (state: LiveState) => {
      if (isHere(state)) this.#dispatch('onState', state);
    });
    on('match:state', (state: z.infer<typeof MatchState>) => {
      if (isHere(state)) this.#dispatch('onMatch', state.match);
    });
    on('gifts:changed', ({ gifts }: { readonly gifts: readonly Gift[] }) =>
      this.#dispatch('onGiftCatalogue', gifts),
    );
    on('gift:refunded', (refund: GiftRefunded) => this.#dispatch('onRefunded', refund));
    on('chat:removed', (removed: ChatRemoved) => {
      if (isHere(removed)) this.#dispatch('onLinesRemoved', removed.chat_message_ids);
    });
    on('chat:state', (state: ChatStateChanged) => {
      if (isHere(state)) this.#dispatch('onChatState', state);
    });
    on('chat:held', (decided: ChatHeldDecided) => {
      if (isHere(decided)) this.#dispatch('onChatHeld', decided);
    });
    on('chat:block', (changed: ChatBlockChanged) => this.#dispatch('onChatBlock', changed));
    on('chat:timeout', (changed: ChatTimeoutChanged) => {
      // A time-out without a live's id applies to every live.
      if (changed.program_live_id === null || isHere(changed))
        this.#dispatch('onChatTimeout', changed.timeout);
    });
  }

  #onDisconnect(): void {
    this.#joining = false;
    if (this.snapshot.get().connection !== 'refused') this.#patch({ connection: 'lost' });
  }

  async #join(): Promise<void> {
    const socket = this.#socket;
    if (socket === null || this.#joining) return;
    this.#joining = true;
    clearTimeout(this.#retry);
    const request: z.input<typeof LiveJoin> = {
      program_live_id: this.#options.programLiveId,
      ...(this.#seq === null ? {} : { since: this.#seq }),
    };
    const connection = socket.id;
    let answer: LiveJoinAck | null = null;
    try {
      answer = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('live:join', request);
    } catch {
      // Retried below or by the next connection.
    }
    if (this.#closed || socket.id !== connection) return;
    this.#joining = false;
    if (answer === null) this.#scheduleJoin();
    else if (answer.ok) this.#onJoined(answer);
    else this.#onRefused(answer.error);
  }

  #scheduleJoin(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#socket?.connected === true) void this.#join();
    }, JOIN_RETRY_MS);
  }

  #onJoined(answer: JoinedRoom): void {
    this.#seq = answer.seq;
    this.#patch({ connection: 'joined', refusal: null, viewers: answer.viewers });
    this.#dispatch('onJoined', answer);
    if (answer.live !== undefined) this.#dispatch('onState', answer.live);
    if (answer.bar) this.#dispatch('onBar', answer.bar);
  }

  #onRefused(error: ErrorBody): void {
    if (TRANSIENT_REFUSALS.has(error.status)) this.#scheduleJoin();
    else this.#patch({ connection: 'refused', refusal: error });
  }

  #onTick(tick: LiveTick): void {
    const isGap = this.#seq === null || tick.since > this.#seq;
    if (!isGap) {
      this.#seq = Math.max(this.#seq ?? 0, tick.seq);
      this.#dispatch('onLines', tick);
    }
    this.#patch({ viewers: tick.viewers });
    if (tick.reactions) this.#dispatch('onReactions', tick.reactions);
    if (tick.bar !== null) this.#dispatch('onBar', tick.bar);
    this.#gifts.push(tick.gifts, ({ sent_at }) => Date.parse(sent_at));
    // The response to the join contains the missing lines and the lines of this tick.
    if (isGap) void this.#join();
  }

  #dispatch<Name extends keyof RoomListener>(
    name: Name,
    event: Parameters<NonNullable<RoomListener[Name]>>[0],
  ): void {
    for (const listener of [...this.#listeners]) {
      (listener[name] as ((value: typeof event) => void) | undefined)?.(event);
    }
  }

  #patch(fields: Partial<RoomSnapshot>): void {
    if (!this.#closed) patchStore(this.snapshot, fields);
  }
}
