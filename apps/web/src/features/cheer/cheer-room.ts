import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { GiftRefunded } from '@sangwian/contract/sockets/event-namespace';
import { OPEN_CLOCK, type PictureClock } from '../../shared/in-step/picture-clock.ts';
import { heldCoins } from '../../shared/session/shown-balance.ts';
import { createStore } from '../../shared/store.ts';
import { DueQueue } from '../live/room/due-queue.ts';
import { Timeline } from '../live/room/timeline.ts';
import { type Choice, laterBar } from './cheer-rules.ts';
import type { GiftSender } from './gift-sender.ts';

/** What bursts over the picture. */
export interface Burst {
  readonly gift: GiftLine;
  /** Grows with every burst: the same gift again is another one. */
  readonly turn: number;
}

const NOTHING: Choice = { corner: null, gift: null, quantity: 1 };
/** As long as the motion takes; one at a time. */
export const BURST_MS = 1_200;

/** Four a second for ten minutes: who rewinds further sees the bar stand empty. */
const BARS_MAX = 2_400;

/** What of cheering outlasts the panels that show it: the bar, what is chosen, what comes back. Knows no React. */
export class CheerRoom {
  readonly bar = createStore<EncouragementBar | null>(null);
  readonly choice = createStore<Choice>(NOTHING);
  readonly burst = createStore<Burst | null>(null);
  readonly refund = createStore<GiftRefunded | null>(null);
  /** Made by the panel, when one cheers for the first time. */
  sender: GiftSender | null = null;
  #matchLiveId: string | null = null;
  readonly clock: PictureClock;
  readonly #unfollow: () => void;
  readonly #refunds: DueQueue<GiftRefunded>;
  /** Of each bout: the picture may still be at the one before. */
  readonly #bars = new Map<string, Timeline<EncouragementBar>>();
  #heldCoins = 0;
  #turn = 0;
  #burstUntilMs = 0;
  #burstTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(clock: PictureClock = OPEN_CLOCK) {
    this.clock = clock;
    this.#refunds = new DueQueue(clock, (told) => {
      this.#hold(-told.reduce((sum, { coins }) => sum + coins, 0));
      this.refund.set(told.at(-1) ?? null);
    });
    this.#unfollow = clock.reachedMs.subscribe(() => this.#showBar());
  }

  /**
   * Another bout has other corners: nothing stays chosen for them. What was chosen before the first one was known was
   * chosen for it: a tap may come before the page has told the room.
   */
  enterMatch(matchLiveId: string | null): void {
    if (matchLiveId === this.#matchLiveId) return;
    if (this.#matchLiveId !== null)
      this.choice.set({ ...this.choice.get(), corner: null, quantity: 1 });
    this.#matchLiveId = matchLiveId;
    this.#showBar();
  }

  /** Whether anything has been told of the bout's bar. */
  knowsBar(matchLiveId: string): boolean {
    return this.#bars.has(matchLiveId);
  }

  applyBar(bar: EncouragementBar): void {
    const told = this.#bars.get(bar.match_live_id) ?? new Timeline(BARS_MAX);
    this.#bars.set(bar.match_live_id, told);
    const later = laterBar(told.latest, bar);
    if (later !== told.latest) told.push(later, this.clock.nowMs());
    this.#showBar();
  }

  /** Of gifts that come together the greatest bursts; those that come meanwhile are seen in the chat and the bar. */
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

  /** Who got coins back knows who lost: notice and balance wait for the picture, too. */
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
    const told = this.#matchLiveId === null ? undefined : this.#bars.get(this.#matchLiveId);
    this.bar.set(told?.at(this.clock.reachedMs.get()) ?? null);
  }

  close(): void {
    this.#unfollow();
    this.#refunds.close();
    this.#hold(-this.#heldCoins);
    clearTimeout(this.#burstTimer);
    this.sender?.close();
    this.sender = null;
  }
}
