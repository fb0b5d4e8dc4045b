import type { ErrorBody } from '@sangwian/contract/endpoint';
import type { GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type {
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
} from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io-client';
import type { z } from 'zod';
import { uuidV7 } from '../../shared/ids/uuid-v7.ts';
import { OPEN_CLOCK, type PictureClock } from '../../shared/in-step/picture-clock.ts';
import { patchStore } from '../../shared/patch-store.ts';
import type { SocketHold } from '../../shared/session/event-socket.ts';
import { createStore } from '../../shared/store.ts';
import { DueQueue } from '../live/room/due-queue.ts';
import { WatchBeat } from '../live/room/watch-beat.ts';
import {
  addGifts,
  addOwn,
  applyJoin,
  applyOwn,
  applyRemoved,
  applyTick,
  type ChatLog,
  EMPTY_LOG,
  removeLine,
  setOwnState,
} from './chat-line.ts';
import {
  type ChatSnapshot,
  type DraftKeeper,
  type Moderation,
  NO_CHAT,
  type Refusal,
  type RoomEvents,
} from './chat-snapshot.ts';
import { turnAfterRefusal } from './chat-turn.ts';

const ACK_TIMEOUT_MS = 8_000;
/** A line that finds no connection for this long has failed. */
const WAIT_MS_MAX = 15_000;
const JOIN_RETRY_MS = 2_000;
const OPEN_RETRY_MS = 3_000;

/** Joins that a later try may let through; any other refusal stays. */
const PASSING: ReadonlySet<string> = new Set([
  'unavailable',
  'error_occurred',
  'rate_limited',
  'request_timeout',
]);

/** What the client itself answers; the catalogue has the words of these codes. */
const TOO_SOON: Refusal = { status: 'chat_slow_mode', message: '' };
const UNAVAILABLE: Refusal = { status: 'unavailable', message: '' };

export interface ChatClientOptions {
  readonly programLiveId: string;
  /** Adds the room to the users of the event socket. Rejects where the library cannot be fetched. */
  readonly hold: () => Promise<SocketHold>;
  readonly events?: RoomEvents;
  /** Gifts wait for it; lines do where they are shown. By default nothing waits. */
  readonly clock?: PictureClock;
  readonly drafts?: DraftKeeper;
}

/**
 * The room of one live: its chat, its viewers and what happens in its bouts, over the event socket. Comes back after
 * every gap by itself, and never loses what the member wrote. Knows no React: read `snapshot`.
 */
export class ChatClient {
  readonly snapshot = createStore<ChatSnapshot>(NO_CHAT);

  readonly #options: ChatClientOptions;
  #socket: Socket | null = null;
  #log: ChatLog = EMPTY_LOG;
  #joining = false;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  // A beat that finds no connection is worth nothing later.
  readonly #beat = new WatchBeat((watch_token) => {
    this.#socket?.volatile.emit('watch:beat', { watch_token });
  });
  readonly #waits = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #gifts: DueQueue<GiftLine>;
  #detach: (() => void)[] = [];

  constructor(options: ChatClientOptions) {
    this.#options = options;
    const clock = options.clock ?? OPEN_CLOCK;
    this.#gifts = new DueQueue(clock, (gifts) => {
      this.#setLog(addGifts(this.#log, gifts, clock.reachedMs.get()));
      this.#options.events?.onGifts?.(gifts);
    });
    this.#patch({ draft: options.drafts?.read() ?? '' });
  }

  start(): void {
    void this.#open();
  }

  /** Tells the server with each connection and every 15 s that this browser watches with this token; `null` ends that. */
  setWatching(watchToken: string | null): void {
    this.#beat.set(this.#closed ? null : watchToken);
  }

  setDraft(draft: string): void {
    this.#patch({ draft, notice: null });
    this.#options.drafts?.keep(draft);
  }

  /** Sends what stands in the box, and empties it; what the server does not take comes back into it. */
  send(): void {
    const text = this.snapshot.get().draft.trim();
    if (text === '' || this.#closed || this.#isTooSoon()) return;
    const id = uuidV7();
    this.#setLog(addOwn(this.#log, id, text));
    this.#patch({ draft: '', notice: null });
    this.#keepUnsent();
    this.#sendOrWait(id, text);
  }

  /** Sends a failed line again, under the same id: a line that did arrive is not said twice. */
  retry(id: string): void {
    const line = this.#log.lines.find((candidate) => candidate.id === id);
    if (line?.kind !== 'own' || line.state !== 'failed' || this.#isTooSoon()) return;
    this.#setLog(setOwnState(this.#log, id, 'waiting'));
    this.#sendOrWait(id, line.text);
  }

  discard(id: string): void {
    this.#setLog(removeLine(this.#log, id));
    this.#keepUnsent();
  }

  /** Asks for what a moderator may do. @returns why it was not done; `null`: it was */
  async moderate(moderation: Moderation): Promise<Refusal | null> {
    const socket = this.#socket;
    if (socket?.connected !== true) return UNAVAILABLE;
    const request = { ...moderation, program_live_id: this.#options.programLiveId };
    let answer: z.infer<typeof ChatModerateAck>;
    try {
      answer = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('chat:moderate', request);
    } catch {
      return UNAVAILABLE;
    }
    if (!answer.ok) return answer.error;
    const sentOut = new Set(this.snapshot.get().sentOut);
    if (moderation.action === 'timeout') sentOut.add(moderation.member_id);
    if (moderation.action === 'end_timeout') sentOut.delete(moderation.member_id);
    this.#patch({ sentOut });
    return null;
  }

  /** Asks for the room once more: what it was refused for may be over. */
  rejoin(): void {
    if (this.snapshot.get().connection !== 'refused') return;
    this.#patch({ connection: 'connecting', refusal: null });
    if (this.#socket?.connected === true) void this.#join();
  }

  /** Leaves the room; nothing of it is left afterwards. */
  destroy(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#beat.set(null);
    this.#gifts.close();
    for (const wait of this.#waits.values()) clearTimeout(wait);
    this.#waits.clear();
    this.#socket = null;
    for (const detach of this.#detach) detach();
  }

  // The connection

  async #open(): Promise<void> {
    if (this.#closed) return;
    try {
      const hold = await this.#options.hold();
      if (this.#closed) {
        hold.release();
        return;
      }
      const { socket } = hold;
      this.#socket = socket;
      this.#detach.push(hold.enterRoom(this.#options.programLiveId));
      this.#listen(socket);
      this.#detach.push(hold.release);
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
    on('connect', () => {
      this.#beat.tell();
      void this.#join();
    });
    on('disconnect', () => this.#onDisconnect());
    on('live:tick', (tick: z.infer<typeof LiveTick>) => this.#onTick(tick));
    on('gift:refunded', (refund: z.infer<typeof GiftRefunded>) =>
      this.#options.events?.onRefunded?.(refund),
    );
    on('chat:removed', (gone: z.infer<typeof ChatRemoved>) => {
      if (gone.program_live_id !== this.#options.programLiveId) return;
      this.#setLog(applyRemoved(this.#log, gone.chat_message_ids));
    });
    on('chat:state', (state: z.infer<typeof ChatStateChanged>) => {
      if (state.program_live_id === this.#options.programLiveId) this.#onState(state);
    });
    on('chat:timeout', (told: z.infer<typeof ChatTimeoutChanged>) => {
      const live = told.program_live_id;
      if (live === null || live === this.#options.programLiveId) this.#onTimeout(told.timeout);
    });
    on('match:state', (state: z.infer<typeof MatchState>) => this.#onMatch(state));
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
    const { seq } = this.#log;
    const request: z.input<typeof LiveJoin> = {
      program_live_id: this.#options.programLiveId,
      ...(seq === null ? {} : { since: seq }),
    };
    const connection = socket.id;
    let answer: z.infer<typeof LiveJoinAck> | null = null;
    try {
      answer = await socket.timeout(ACK_TIMEOUT_MS).emitWithAck('live:join', request);
    } catch {
      // No answer: tried again below, or by the next connection.
    }
    if (this.#closed || socket.id !== connection) return;
    this.#joining = false;
    if (answer === null) this.#joinLater();
    else if (answer.ok) this.#onJoined(answer);
    else this.#onRefused(answer.error);
  }

  #joinLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#socket?.connected === true) void this.#join();
    }, JOIN_RETRY_MS);
  }

  #onJoined(answer: Extract<z.infer<typeof LiveJoinAck>, { ok: true }>): void {
    this.#setLog(applyRemoved(applyJoin(this.#log, answer), answer.removed));
    this.#patch({
      connection: 'joined',
      refusal: null,
      viewers: answer.viewers,
      canChat: answer.can_chat,
      canModerate: answer.can_moderate,
    });
    this.#onState(answer.chat);
    this.#onTimeout(answer.timeout);
    if (answer.bar) this.#options.events?.onBar?.(answer.bar);
    for (const line of this.#log.lines) {
      if (line.kind === 'own' && line.state === 'waiting') void this.#sendNow(line.id, line.text);
    }
  }

  #onRefused(error: ErrorBody): void {
    if (PASSING.has(error.status)) this.#joinLater();
    else this.#patch({ connection: 'refused', refusal: error });
  }

  #onTick(tick: z.infer<typeof LiveTick>): void {
    if (tick.program_live_id !== this.#options.programLiveId) return;
    const { log, gap } = applyTick(this.#log, tick);
    this.#setLog(log);
    this.#patch({ viewers: tick.viewers });
    if (tick.bar !== null) this.#options.events?.onBar?.(tick.bar);
    this.#gifts.push(tick.gifts, ({ sent_at }) => Date.parse(sent_at));
    if (gap) void this.#join();
  }

  #onState(state: z.infer<typeof ChatState>): void {
    this.#patch({ slowModeS: state.slow_mode_s, pin: state.pin });
  }

  #onTimeout(timeout: z.infer<typeof ChatTimeout> | null): void {
    this.#patch({ outUntilMs: timeout === null ? 0 : Date.now() + timeout.left_s * 1000 });
  }

  #onMatch(state: z.infer<typeof MatchState>): void {
    if (state.program_live_id === this.#options.programLiveId)
      this.#options.events?.onMatch?.(state.match);
  }

  // Own lines

  /** Whether slow mode or a time-out holds yet: the text stays in the box, and the reason stands beside it. */
  #isTooSoon(): boolean {
    const { canModerate, freeAtMs, outUntilMs } = this.snapshot.get();
    const now = Date.now();
    // The time-out has its own place beside the box.
    if (now < outUntilMs) return true;
    if (canModerate || now >= freeAtMs) return false;
    this.#patch({ notice: TOO_SOON });
    return true;
  }

  /** What was written and not sent is there again when the page is: the box first, else the newest line that failed. */
  #keepUnsent(): void {
    const { draft } = this.snapshot.get();
    const unsent = this.#log.lines.findLast((line) => line.kind === 'own');
    this.#options.drafts?.keep(draft || (unsent?.kind === 'own' ? unsent.text : ''));
  }

  #sendOrWait(id: string, text: string): void {
    if (this.snapshot.get().connection === 'joined' && this.#socket?.connected === true) {
      void this.#sendNow(id, text);
      return;
    }
    const wait = setTimeout(() => this.#fail(id), WAIT_MS_MAX);
    this.#waits.set(id, wait);
  }

  async #sendNow(id: string, text: string): Promise<void> {
    const socket = this.#socket;
    if (socket === null) return;
    clearTimeout(this.#waits.get(id));
    this.#waits.delete(id);
    this.#setLog(setOwnState(this.#log, id, 'sending'));
    const request = {
      program_live_id: this.#options.programLiveId,
      text,
      chat_message_id: id,
    } satisfies Record<keyof z.infer<typeof ChatSend>, string>;
    try {
      const answer: z.infer<typeof ChatSendAck> = await socket
        .timeout(ACK_TIMEOUT_MS)
        .emitWithAck('chat:send', request);
      if (this.#closed) return;
      if (answer.ok) this.#onSent(answer.message);
      else this.#onSendRefused(id, text, answer.error);
      this.#keepUnsent();
    } catch {
      if (!this.#closed) this.#fail(id);
    }
  }

  #onSent(message: ChatMessage): void {
    this.#setLog(applyOwn(this.#log, message));
    const { canModerate, slowModeS } = this.snapshot.get();
    if (!canModerate) this.#patch({ freeAtMs: Date.now() + slowModeS * 1000 });
  }

  /** The text goes back into the box, unless the member is already writing the next one. */
  #onSendRefused(id: string, text: string, error: ErrorBody): void {
    this.#patch(turnAfterRefusal(this.snapshot.get(), error, Date.now()));
    if (this.snapshot.get().draft === '') {
      this.#setLog(removeLine(this.#log, id));
      this.#patch({ draft: text, notice: error });
    } else {
      this.#setLog(setOwnState(this.#log, id, 'failed'));
      this.#patch({ notice: error });
    }
  }

  #fail(id: string): void {
    this.#waits.delete(id);
    this.#setLog(setOwnState(this.#log, id, 'failed'));
  }

  #setLog(log: ChatLog): void {
    this.#log = log;
    this.#patch({ lines: log.lines });
  }

  #patch(fields: Partial<ChatSnapshot>): void {
    if (!this.#closed) patchStore(this.snapshot, fields);
  }
}
