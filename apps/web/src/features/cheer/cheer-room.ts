import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { GiftRefunded } from '@sangwian/contract/sockets/event-namespace';
import { createStore } from '../../shared/store.ts';
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

/** What of cheering outlasts the panels that show it: the bar, what is chosen, what comes back. Knows no React. */
export class CheerRoom {
  readonly bar = createStore<EncouragementBar | null>(null);
  readonly choice = createStore<Choice>(NOTHING);
  readonly burst = createStore<Burst | null>(null);
  readonly refund = createStore<GiftRefunded | null>(null);
  /** Made by the panel, when one cheers for the first time. */
  sender: GiftSender | null = null;
  #matchLiveId: string | null = null;
  #turn = 0;
  #burstUntilMs = 0;
  #burstTimer: ReturnType<typeof setTimeout> | undefined;

  /** Another bout has other corners: nothing stays chosen for them. */
  enterMatch(matchLiveId: string | null): void {
    if (matchLiveId === this.#matchLiveId) return;
    this.#matchLiveId = matchLiveId;
    this.choice.set({ ...this.choice.get(), corner: null, quantity: 1 });
    if (this.bar.get()?.match_live_id !== matchLiveId) this.bar.set(null);
  }

  applyBar(bar: EncouragementBar): void {
    if (bar.match_live_id !== this.#matchLiveId) return;
    this.bar.set(laterBar(this.bar.get(), bar));
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

  applyRefund(refund: GiftRefunded): void {
    this.refund.set(refund);
  }

  close(): void {
    clearTimeout(this.#burstTimer);
    this.sender?.close();
    this.sender = null;
  }
}
