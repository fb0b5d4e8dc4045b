import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage, LiveState, Match } from '@sangwian/contract/endpoints/live';
import type { ChatMessageId, MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import {
  type ChatState,
  EVENT_NAMESPACE,
  type ReactionCounts,
} from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io';
import type { NodeCounts } from '../../../platform/bus/bus.ts';
import { oneAtATime } from '../../../platform/cache/one-at-a-time.ts';
import { prepareFrame } from '../../../platform/sockets/prepared-frame.ts';
import type { Turns } from '../../../platform/sockets/turns.ts';
import { mergeCounts, toBar } from '../gifts/gifts.module.ts';
import { ReactionTally } from './reaction-tally.ts';
import { ReorderBuffer } from './reorder-buffer.ts';
import { SOCKETS_PER_SHARD_MAX, SocketShard } from './socket-shard.ts';

/** Maximum number of removed lines whose ids are kept. A line may arrive after its removal. */
const REMOVED_KEPT_MAX = 1_000;
/** Lines of other nodes normally arrive within this time. After it, missing lines are read from the database. */
const MISSING_LINE_MS_MAX = 250;

/** A live's state and its bouts. */
export interface LiveCard {
  readonly state: LiveState;
  readonly matches: readonly Match[];
}

export interface NodeRoomOptions {
  readonly nowMs: () => number;
  /** Shared by all rooms, so that many small rooms do not block the event loop. */
  readonly turns: Turns;
  /** Reads the lines after this `seq` from the database, oldest first. */
  readonly linesAfter: (seq: number) => Promise<readonly ChatMessage[]>;
  readonly readState: () => Promise<ChatState>;
  readonly readCard: () => Promise<LiveCard>;
  readonly onError: (error: unknown) => void;
}

/** The sockets of this node in one live, and the events that are broadcast to them. */
export class NodeRoom {
  readonly #programLiveId: ProgramLiveId;
  readonly #shardOf = new Map<Socket, SocketShard>();
  readonly #shards = new Set<SocketShard>();
  readonly #options: NodeRoomOptions;
  readonly #lines = new ReorderBuffer();
  #catchUpTimer: NodeJS.Timeout | null = null;
  #closed = false;
  #viewers = 0;
  #state: LiveState | null = null;
  /** The last broadcast card, as JSON by bout. Only bouts that differ are broadcast. */
  #matches: ReadonlyMap<string, string> | null = null;
  readonly #removed = new Set<ChatMessageId>();
  /** The read of the chat state in progress, and whether the state has changed since the read began. */
  #stateRead: { again: boolean } | null = null;
  /** Coalesces the reactions of several nodes. */
  readonly #reactions = new ReactionTally((counts) => {
    for (const shard of this.#shards) shard.addReactions(counts);
  });
  #bar: { readonly matchLiveId: MatchLiveId; readonly counts: readonly NodeCounts[] } | null = null;

  /** Reads the card and broadcasts the changes. Reads do not overlap, so an older card never follows a newer card. */
  readonly refreshCard: () => Promise<LiveCard>;

  constructor(programLiveId: ProgramLiveId, options: NodeRoomOptions) {
    this.#programLiveId = programLiveId;
    this.#options = options;
    this.refreshCard = oneAtATime(async () => {
      const card = await options.readCard();
      this.#setState(card.state);
      this.#setMatches(card.matches);
      return card;
    });
  }

  get size(): number {
    return this.#shardOf.size;
  }

  get viewers(): number {
    return this.#viewers;
  }

  /** Returns the live's last broadcast state, or reads the state if nothing was broadcast yet. */
  async readState(): Promise<LiveState> {
    return this.#state ?? (await this.refreshCard()).state;
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

  /** Sets where the room's lines start: after the last line that a join has read. */
  startAt(seq: number): void {
    this.#lines.startAt(seq);
    for (const shard of this.#shards) shard.startAt(seq);
  }

  /** Broadcasts lines of all nodes in the order of `seq`, so that no reader sees a gap. */
  addMessages(messages: readonly ChatMessage[]): void {
    this.#broadcastLines(this.#lines.add(messages));
    if (!this.#lines.isWaiting) return;
    this.#catchUpTimer ??= setTimeout(() => {
      this.#catchUpTimer = null;
      if (this.#lines.isWaiting) void this.catchUp();
    }, MISSING_LINE_MS_MAX);
  }

  /** Reads and broadcasts the lines that this node has missed. */
  async catchUp(): Promise<void> {
    const { seq } = this.#lines;
    if (seq === null) return;
    try {
      this.#broadcastLines(this.#lines.add(await this.#options.linesAfter(seq)));
    } catch (error) {
      this.#options.onError(error);
    }
    // If lines are still missing, they are skipped. Readers see the gap and read the history.
    this.#broadcastLines(this.#lines.skip());
  }

  setViewers(viewers: number): void {
    this.#viewers = viewers;
    for (const shard of this.#shards) shard.setViewers(viewers);
  }

  /**
   * Broadcasts the state if the live began, ended or was moved. The first state is not broadcast, because
   * joins return it.
   */
  #setState(state: LiveState): void {
    if (this.#closed) return;
    const before = this.#state;
    this.#state = state;
    const isSame =
      before === null ||
      (before.status === state.status &&
        before.starts_at === state.starts_at &&
        before.ended_at === state.ended_at);
    if (!isSame) this.#send('live:state', state);
  }

  /**
   * Broadcasts the bouts that differ from the last card. The first card is not broadcast, because pages
   * already have it.
   */
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

  /** Broadcasts the removal of lines. A removed line that arrives later is broadcast without its text. */
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
    // A socket must receive a line before the removal of that line.
    for (const shard of this.#shards) shard.sendAfterTick(frame);
  }

  /**
   * Reads and broadcasts the chat state. Repeats this if the state changed during the read, so that the last
   * broadcast is current.
   */
  async broadcastState(): Promise<void> {
    if (this.#stateRead !== null) {
      this.#stateRead.again = true;
      return;
    }
    const read = { again: false };
    this.#stateRead = read;
    try {
      do {
        read.again = false;
        const state = await this.#options.readState();
        if (!this.#closed) {
          this.#send('chat:state', { program_live_id: this.#programLiveId, ...state });
        }
      } while (read.again);
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#stateRead = null;
    }
  }

  /** Merges the counts of nodes into the bout's bar. If there are gifts, broadcasts them with the bar. */
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

  addReactions(counts: ReactionCounts): void {
    if (!this.#closed) this.#reactions.add(counts);
  }

  /** Returns whether the bout's counts have been read. If so, later counts can be merged into them. */
  hasBar(matchLiveId: MatchLiveId): boolean {
    return this.#bar?.matchLiveId === matchLiveId;
  }

  send(event: 'match:result', payload: unknown): void {
    this.#send(event, payload);
  }

  close(): void {
    this.#closed = true;
    this.#reactions.close();
    if (this.#catchUpTimer !== null) clearTimeout(this.#catchUpTimer);
    for (const shard of this.#shards) shard.close();
  }

  #broadcastLines(messages: readonly ChatMessage[]): void {
    if (messages.length === 0 || this.#closed) return;
    const shown = messages.map((message) => this.#withoutRemoved(message));
    for (const shard of this.#shards) shard.addMessages(shown);
  }

  #withoutRemoved(message: ChatMessage): ChatMessage {
    const { reply } = message;
    const isReplyRemoved = reply != null && this.#removed.has(reply.chat_message_id);
    const shown = isReplyRemoved ? { ...message, reply: { ...reply, text: '' } } : message;
    return this.#removed.has(message.chat_message_id)
      ? { ...shown, text: '', removed: true }
      : shown;
  }

  #shardWithRoom(): SocketShard {
    for (const shard of this.#shards) if (shard.size < SOCKETS_PER_SHARD_MAX) return shard;
    const { nowMs, turns } = this.#options;
    const shard = new SocketShard(
      { programLiveId: this.#programLiveId, nowMs, turns },
      { seq: this.#lines.seq, viewers: this.#viewers },
    );
    this.#shards.add(shard);
    return shard;
  }

  #send(event: string, payload: unknown): void {
    const frame = prepareFrame(EVENT_NAMESPACE, event, payload);
    for (const shard of this.#shards) shard.send(frame);
  }
}
