import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { GiftRefunded } from '@sangwian/contract/sockets/event-namespace';
import { OPEN_CLOCK, type PictureClock } from '../../shared/in-step/picture-clock.ts';
import { heldCoins } from '../../shared/session/shown-balance.ts';
import { createStore } from '../../shared/store.ts';
import { DueQueue } from '../live/room/due-queue.ts';
import { Timeline } from '../live/room/timeline.ts';
import { type Choice, laterBar } from './cheer-rules.ts';
import type { GiftSender } from './gift-sender.ts';

/** A gift animation over the picture. */
export interface Burst {
  readonly gift: GiftLine;
  /** Increases with every burst, to restart the animation. */
  readonly turn: number;
}

const NOTHING: Choice = { corner: null, gift: null, quantity: 1 };
/** The length of the animation; bursts do not overlap. */
export const BURST_MS = 1_200;

/** Ten minutes at four per second. A viewer who rewinds further sees an empty bar. */
const BARS_MAX = 2_400;

/** The state of cheering that outlives its panels: bar, choice, bursts and refunds. Independent of React. */
export class CheerState {
  readonly bar = createStore<EncouragementBar | null>(null);
  readonly choice = createStore<Choice>(NOTHING);
  readonly burst = createStore<Burst | null>(null);
  readonly refund = createStore<GiftRefunded | null>(null);
  /** Created by the panel when it first opens. */
  sender: GiftSender | null = null;
  #matchLiveId: string | null = null;
  readonly clock: PictureClock;
  readonly #unsubscribe: () => void;
  readonly #refunds: DueQueue<GiftRefunded>;
  /** The bars of each bout, because a delayed picture may still show the previous one. */
  readonly #bars = new Map<string, Timeline<EncouragementBar>>();
  #heldCoins = 0;
  #turn = 0;
  #burstUntilMs = 0;
  #burstTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(clock: PictureClock = OPEN_CLOCK) {
    this.clock = clock;
    this.#refunds = new DueQueue(clock, (refunds) => {
      this.#hold(-refunds.reduce((sum, { coins }) => sum + coins, 0));
      this.refund.set(refunds.at(-1) ?? null);
    });
    this.#unsubscribe = clock.reachedMs.subscribe(() => this.#showBar());
  }

  /**
   * Sets the shown bout. A new bout clears the choice, except the first one: a member can tap before the room knows its
   * bout.
   */
  enterMatch(matchLiveId: string | null): void {
    if (matchLiveId === this.#matchLiveId) return;
    if (this.#matchLiveId !== null)
      this.choice.set({ ...this.choice.get(), corner: null, quantity: 1 });
    this.#matchLiveId = matchLiveId;
    this.#showBar();
  }

  hasBar(matchLiveId: string): boolean {
    return this.#bars.has(matchLiveId);
  }

  applyBar(bar: EncouragementBar): void {
    const timeline = this.#bars.get(bar.match_live_id) ?? new Timeline(BARS_MAX);
    this.#bars.set(bar.match_live_id, timeline);
    const later = laterBar(timeline.latest, bar);
    if (later !== timeline.latest) timeline.push(later, this.clock.nowMs());
    this.#showBar();
  }

  /** Bursts the largest gift. Gifts during a burst appear in the chat and the bar only. */
  applyGifts(gifts: readonly GiftLine[], nowMs: number = Date.now()): void {
    if (nowMs < this.#burstUntilMs) return;
    const gift = gifts.reduce<GiftLine | null>(
      (best, one) => (best === null || one.coins > best.coins ? one : best),
      null,
    );
    if (gift === null) return;
    this.#turn += 1;
    this.#burstUntilMs = nowMs + BURST_MS;
    this.burst.set({ gift, turn: this.#turn });
    clearTimeout(this.#burstTimer);
    this.#burstTimer = setTimeout(() => this.burst.set(null), BURST_MS);
  }

  /** A refund reveals the result, so its notice and the new balance wait for the picture. */
  applyRefund(refund: GiftRefunded): void {
    const atMs = this.clock.nowMs();
    this.#hold(refund.coins);
    this.#refunds.push([refund], () => atMs);
  }

  #hold(coins: number): void {
    this.#heldCoins += coins;
    heldCoins.set(heldCoins.get() + coins);
  }

  #showBar(): void {
    const timeline = this.#matchLiveId === null ? undefined : this.#bars.get(this.#matchLiveId);
    this.bar.set(timeline?.at(this.clock.reachedMs.get()) ?? null);
  }

  close(): void {
    this.#unsubscribe();
    this.#refunds.close();
    this.#hold(-this.#heldCoins);
    clearTimeout(this.#burstTimer);
    this.sender?.close();
    this.sender = null;
  }
}
