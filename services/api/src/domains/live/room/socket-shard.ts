import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { EVENT_NAMESPACE, type ReactionCounts } from '@sangwian/contract/sockets/event-namespace';
import type { Socket } from 'socket.io';
import { prepareFrame, writeFrame } from '../../../platform/sockets/prepared-frame.ts';
import type { Turns } from '../../../platform/sockets/turns.ts';
import { PendingTick, type TickStart } from './pending-tick.ts';

/**
 * A write to one socket takes 10 to 20 µs, mostly in the kernel, so a write to a shard blocks the event loop
 * for up to 10 ms.
 */
export const SOCKETS_PER_SHARD_MAX = 500;

export interface SocketShardOptions {
  readonly programLiveId: ProgramLiveId;
  readonly turns: Turns;
  readonly nowMs: () => number;
}

/**
 * A group of the sockets in a live's room, with its own ticks. In a large room the shards are written one
 * after the other. An event that arrives during the write to one shard is included in the tick of the next
 * shard.
 */
export class SocketShard {
  readonly #options: SocketShardOptions;
  readonly #sockets = new Set<Socket>();
  readonly #pending: PendingTick;
  #timer: NodeJS.Timeout | null = null;
  /** Whether a tick is due and waits for its turn in `Turns`. */
  #isInTurn = false;
  #closed = false;
  #tickedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: SocketShardOptions, start: TickStart) {
    this.#options = options;
    this.#pending = new PendingTick(options.programLiveId, start);
  }

  get size(): number {
    return this.#sockets.size;
  }

  add(socket: Socket): void {
    this.#sockets.add(socket);
  }

  delete(socket: Socket): void {
    this.#sockets.delete(socket);
  }

  startAt(seq: number): void {
    this.#pending.startAt(seq);
  }

  addMessages(messages: readonly ChatMessage[]): void {
    this.#pending.addMessages(messages);
    this.#schedule();
  }

  addGifts(gifts: readonly GiftLine[], bar: EncouragementBar): void {
    this.#pending.addGifts(gifts, bar);
    this.#schedule();
  }

  addReactions(counts: ReactionCounts): void {
    this.#pending.addReactions(counts);
    this.#schedule();
  }

  setViewers(viewers: number): void {
    this.#pending.setViewers(viewers);
    if (this.#pending.dirty) this.#schedule();
  }

  /** Sends a frame to all sockets of the shard, after all earlier frames. */
  send(frame: Buffer): void {
    this.#inTurn(() => this.#write(frame));
  }

  /** Sends a frame after all events that are queued for this shard. */
  sendAfterTick(frame: Buffer): void {
    this.#inTurn(() => {
      this.#tick();
      this.#write(frame);
    });
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** Schedules the next tick: at once after a pause, and otherwise at most one tick per `LIMITS.tickMs`. */
  #schedule(): void {
    if (this.#timer !== null || this.#isInTurn || this.#closed) return;
    const dueInMs = Math.max(0, this.#tickedAtMs + LIMITS.tickMs - this.#options.nowMs());
    this.#timer = setTimeout(
      () => {
        this.#timer = null;
        this.#isInTurn = true;
        this.#inTurn(() => {
          this.#isInTurn = false;
          this.#tick();
        });
      },
      Math.min(dueInMs, LIMITS.tickMs),
    );
  }

  #inTurn(piece: () => void): void {
    this.#options.turns.take(() => {
      if (!this.#closed) piece();
    });
  }

  #tick(): void {
    if (!this.#pending.dirty) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#tickedAtMs = this.#options.nowMs();
    this.#write(prepareFrame(EVENT_NAMESPACE, 'live:tick', this.#pending.take()));
  }

  #write(frame: Buffer): void {
    for (const socket of this.#sockets) writeFrame(socket, frame);
  }
}
