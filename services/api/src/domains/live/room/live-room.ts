import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage, Match } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import { type ChatState, EVENT_NAMESPACE } from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io';
import type { NodeCounts } from '../../../platform/bus/bus.ts';
import { oneAtATime } from '../../../platform/cache/one-at-a-time.ts';
import { prepareFrame } from '../../../platform/sockets/prepared-frame.ts';
import type { Turns } from '../../../platform/sockets/turns.ts';
import { mergeCounts, toBar } from '../gifts/gifts.module.ts';
import { LineOrder } from './line-order.ts';
import { SOCKETS_PER_SHARD_MAX, SocketShard } from './socket-shard.ts';

/** Lines whose removal is remembered, for those that are still on their way. */
const REMOVED_KEPT_MAX = 1_000;
/** A line of another node is here well before; what is not is read from the database. */
const OVERTAKEN_MS_MAX = 250;

export interface LiveRoomOptions {
  readonly nowMs: () => number;
  /** Shared by all rooms, so that many small ones keep nobody waiting either. */
  readonly turns: Turns;
  /** Lines after this `seq`, oldest first, from the database. */
  readonly linesAfter: (seq: number) => Promise<readonly ChatMessage[]>;
  /** What holds in the chat now, from the database. */
  readonly readState: () => Promise<ChatState>;
  /** The card, from the database. */
  readonly readMatches: () => Promise<readonly Match[]>;
  readonly onError: (error: unknown) => void;
}

/** Everybody on this node who looks at one live, and what they are told together. */
export class LiveRoom {
  readonly #programLiveId: ProgramLiveId;
  readonly #shardOf = new Map<Socket, SocketShard>();
  readonly #shards = new Set<SocketShard>();
  readonly #options: LiveRoomOptions;
  readonly #order = new LineOrder();
  #catchUpTimer: NodeJS.Timeout | null = null;
  #closed = false;
  #viewers = 0;
  /** The card as it was told last, by bout, to tell only what changed. */
  #matches: ReadonlyMap<string, string> | null = null;
  /** The bar as far as it was heard of or read, by what each node added. */
  readonly #removed = new Set<ChatMessageId>();
  /** Whether what holds is being read, and changed again since. */
  #reading: { again: boolean } | null = null;
  #bar: { readonly matchLiveId: MatchLiveId; readonly counts: readonly NodeCounts[] } | null = null;

  /** Reads the card and broadcasts what changed. Reads do not overlap, so an older card never follows a newer one. */
  readonly refreshMatches: () => Promise<readonly Match[]>;

  constructor(programLiveId: ProgramLiveId, options: LiveRoomOptions) {
    this.#programLiveId = programLiveId;
    this.#options = options;
    this.refreshMatches = oneAtATime(async () => {
      const matches = await options.readMatches();
      this.#setMatches(matches);
      return matches;
    });
  }

  get size(): number {
    return this.#shardOf.size;
  }

  get viewers(): number {
    return this.#viewers;
  }

  add(socket: Socket): void {
    if (this.#shardOf.has(socket)) return;
    const shard = this.#shardWithRoom();
    shard.add(socket);
    this.#shardOf.set(socket, shard);
  }

  delete(socket: Socket): void {
    const shard = this.#shardOf.get(socket);
    if (shard === undefined) return;
    this.#shardOf.delete(socket);
    shard.delete(socket);
    if (shard.size > 0) return;
    shard.close();
    this.#shards.delete(shard);
  }

  /** A join has read the chat up to there. */
  startAt(seq: number): void {
    this.#order.startAt(seq);
    for (const shard of this.#shards) shard.startAt(seq);
  }

  /** Lines of this node or another. One that overtook others waits for them, so that no reader sees a gap. */
  addMessages(messages: readonly ChatMessage[]): void {
    this.#tell(this.#order.add(messages));
    if (!this.#order.isWaiting) return;
    this.#catchUpTimer ??= setTimeout(() => {
      this.#catchUpTimer = null;
      if (this.#order.isWaiting) void this.catchUp();
    }, OVERTAKEN_MS_MAX);
  }

  /** Tells the lines that this node never heard of. */
  async catchUp(): Promise<void> {
    const { seq } = this.#order;
    if (seq === null) return;
    try {
      this.#tell(this.#order.add(await this.#options.linesAfter(seq)));
    } catch (error) {
      this.#options.onError(error);
    }
    // Too many were missed for one tick to tell: readers see the gap, and ask for themselves.
    this.#tell(this.#order.skip());
  }

  setViewers(viewers: number): void {
    this.#viewers = viewers;
    for (const shard of this.#shards) shard.setViewers(viewers);
  }

  /** Broadcasts the bouts that differ from the last card. Pages have the first card already. */
  #setMatches(matches: readonly Match[]): void {
    if (this.#closed) return;
    const before = this.#matches;
    this.#matches = new Map(matches.map((match) => [match.match_id, JSON.stringify(match)]));
    if (before === null) return;
    for (const match of matches) {
      if (before.get(match.match_id) === this.#matches.get(match.match_id)) continue;
      this.#send('match:state', { program_live_id: this.#programLiveId, match });
    }
  }

  /** Lines that are gone; one of them that is on its way yet goes without its text. */
  removeMessages(chatMessageIds: readonly ChatMessageId[]): void {
    if (chatMessageIds.length === 0) return;
    for (const id of chatMessageIds) this.#removed.add(id);
    for (const oldest of this.#removed) {
      if (this.#removed.size <= REMOVED_KEPT_MAX) break;
      this.#removed.delete(oldest);
    }
    const frame = prepareFrame(EVENT_NAMESPACE, 'chat:removed', {
      program_live_id: this.#programLiveId,
      chat_message_ids: chatMessageIds,
    });
    // Who gets a line has to get it before its end.
    for (const shard of this.#shards) shard.sendAfterTick(frame);
  }

  /** Tells what holds in the chat now; once more where it changed meanwhile, so that the last word is the latest. */
  async tellState(): Promise<void> {
    if (this.#reading !== null) {
      this.#reading.again = true;
      return;
    }
    const reading = { again: false };
    this.#reading = reading;
    try {
      do {
        reading.again = false;
        const state = await this.#options.readState();
        if (!this.#closed) {
          this.#send('chat:state', { program_live_id: this.#programLiveId, ...state });
        }
      } while (reading.again);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#reading = null;
    }
  }

  /** What nodes have added to a bout's bar, read or heard of, and gifts to be shown. */
  addGifts(
    matchLiveId: MatchLiveId,
    counts: readonly NodeCounts[],
    gifts: readonly GiftLine[],
  ): EncouragementBar {
    const known = this.#bar?.matchLiveId === matchLiveId ? this.#bar.counts : [];
    this.#bar = { matchLiveId, counts: mergeCounts(known, counts) };
    const bar = toBar(matchLiveId, this.#bar.counts);
    if (gifts.length > 0 && !this.#closed) {
      for (const shard of this.#shards) shard.addGifts(gifts, bar);
    }
    return bar;
  }

  /** Whether all that was there of this bar is known: what is heard from now on adds to it. */
  knowsBar(matchLiveId: MatchLiveId): boolean {
    return this.#bar?.matchLiveId === matchLiveId;
  }

  send(event: 'match:result', payload: unknown): void {
    this.#send(event, payload);
  }

  close(): void {
    this.#closed = true;
    if (this.#catchUpTimer !== null) clearTimeout(this.#catchUpTimer);
    for (const shard of this.#shards) shard.close();
  }

  #tell(messages: readonly ChatMessage[]): void {
    if (messages.length === 0 || this.#closed) return;
    const told = messages.map((message) => this.#withoutRemoved(message));
    for (const shard of this.#shards) shard.addMessages(told);
  }

  #withoutRemoved(message: ChatMessage): ChatMessage {
    return this.#removed.has(message.chat_message_id)
      ? { ...message, text: '', removed: true }
      : message;
  }

  #shardWithRoom(): SocketShard {
    for (const shard of this.#shards) if (shard.size < SOCKETS_PER_SHARD_MAX) return shard;
    const { nowMs, turns } = this.#options;
    const shard = new SocketShard(
      { programLiveId: this.#programLiveId, nowMs, turns },
      { seq: this.#order.seq, viewers: this.#viewers },
    );
    this.#shards.add(shard);
    return shard;
  }

  #send(event: string, payload: unknown): void {
    const frame = prepareFrame(EVENT_NAMESPACE, event, payload);
    for (const shard of this.#shards) shard.send(frame);
  }
}
