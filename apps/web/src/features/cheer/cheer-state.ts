import type { EncouragementBar, GiftLine } from '@sangwian/contract/endpoints/gifts';
import type { Match } from '@sangwian/contract/endpoints/live';
import type { GiftRefunded } from '@sangwian/contract/sockets/event-namespace';
import type { ComponentType, ReactNode } from 'react';
import { OPEN_CLOCK, type PictureClock } from '../../shared/in-step/picture-clock.ts';
import { heldCoins } from '../../shared/session/shown-balance.ts';
import { createStore } from '../../shared/store.ts';
import { DueQueue } from '../live/room/due-queue.ts';
import { Timeline } from '../live/room/timeline.ts';
import { type CheerRefusal, type Choice, type Corner, laterBar } from './cheer-rules.ts';
import type { Cheer, GiftSender } from './gift-sender.ts';

const NOTHING: Choice = { corner: null, gift: null, quantity: 1 };
/**
 * Maximum number of remembered bars: eight minutes at five ticks per second. A viewer who rewinds further sees an empty
 * bar.
 */
const BARS_MAX = 2_400;

export interface HoldToSendProps {
  readonly choice: Choice;
  readonly match: Match | null;
  readonly className: string | undefined;
  readonly onSend: () => void;
  /** Content at the end of the button. */
  readonly children: ReactNode;
}

/** The gift effects over the video, whose code is loaded later. */
interface Effects {
  /** The button that sends a large gift after the member has held it. */
  readonly HoldToSend: ComponentType<HoldToSendProps>;
  add(gifts: readonly GiftLine[]): void;
  /** Shows the effect of this viewer's gift at the press, before the response. */
  echo(cheer: Omit<Cheer, 'matchLiveId'>): void;
  /** Withdraws the effect of this viewer's gift and shows the reason. */
  withdraw(refusal: CheerRefusal): void;
}

/** The state of cheering that outlives its panels: bar, choice, effects and refunds. Independent of React. */
export class CheerState {
  readonly bar = createStore<EncouragementBar | null>(null);
  readonly choice = createStore<Choice>(NOTHING);
  /** Refunds whose result the video has shown, oldest first. */
  readonly refunds = createStore<readonly GiftRefunded[]>([]);
  /** `null` until the code of the effects is loaded. */
  effects: Effects | null = null;
  /** Created by the gift panel when the panel first opens. */
  sender: GiftSender | null = null;
  #matchLiveId: string | null = null;
  /** The stadium time that the video has reached. */
  readonly clock: PictureClock;
  readonly #unsubscribe: () => void;
  readonly #refunds: DueQueue<GiftRefunded>;
  /** All bars of each bout with their times, because a delayed video still shows an earlier bar or bout. */
  readonly #bars = new Map<string, Timeline<EncouragementBar>>();
  /** Refunded coins that the shown balance leaves out until the video shows the result. */
  #heldCoins = 0;
  /** The corner that was chosen for a bout before its bell. */
  #keptCorner: { readonly matchLiveId: string; readonly corner: Corner } | null = null;

  constructor(clock: PictureClock = OPEN_CLOCK) {
    this.clock = clock;
    this.#refunds = new DueQueue(clock, (refunds) => {
      this.#hold(-refunds.reduce((sum, { coins }) => sum + coins, 0));
      this.refunds.set([...this.refunds.get(), ...refunds]);
    });
    this.#unsubscribe = clock.reachedMs.subscribe(() => this.#showBar());
  }

  /**
   * Sets the shown bout. A new bout clears the choice. The first bout does not, because a member can choose a gift
   * before the room knows the bout.
   */
  enterMatch(matchLiveId: string | null): void {
    if (matchLiveId === this.#matchLiveId) return;
    const kept = this.#keptCorner;
    const corner = kept?.matchLiveId === matchLiveId ? kept.corner : null;
    if (this.#matchLiveId !== null || corner !== null)
      this.choice.set({ ...this.choice.get(), corner, quantity: 1 });
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

  /** Stores the corner that the member has chosen for a bout that has not begun. */
  keepCorner(matchLiveId: string, corner: Corner): void {
    this.#keptCorner = { matchLiveId, corner };
  }

  /** Shows the effects of gifts. */
  applyGifts(gifts: readonly GiftLine[]): void {
    this.effects?.add(gifts);
  }

  /** A refund reveals the result, so its notice and the new balance wait for the video. */
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
    this.sender?.close();
    this.sender = null;
  }
}
