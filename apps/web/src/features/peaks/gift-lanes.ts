import { createStore } from '../../shared/store.ts';
import { type CheerRefusal, type Corner, STORM_COINS_MIN } from '../cheer/cheer-rules.ts';

/**
 * The tier of an effect. `rise`: an icon. `banner`: a banner with the name and the gift. `storm`: an effect across the
 * video.
 */
export type GiftTier = 'rise' | 'banner' | 'storm';

const BANNER_COINS_MIN = 59;
/** The length of an effect. A combo can extend it once. */
export const EFFECT_MS = 1_200;
export const COMBO_EXTENSION_MS = 400;
/** Maximum number of waiting effects of a tier. More icons are combined into one icon with their sum. */
const WAITING_MAX = 3;
const REFUSAL_MS = 4_000;

export const tierOf = (coins: number): GiftTier =>
  coins >= STORM_COINS_MIN ? 'storm' : coins >= BANNER_COINS_MIN ? 'banner' : 'rise';

/** A gift as an effect: one press, or several presses that were added up. */
export interface EffectGift {
  readonly memberId: string;
  readonly memberName: string;
  readonly corner: Corner;
  readonly giftId: string;
  readonly quantity: number;
  readonly coins: number;
  /** Shown at the press of this viewer, before the server's response. */
  readonly isOwn: boolean;
}

export interface ShownGift extends EffectGift {
  readonly key: number;
  readonly tier: GiftTier;
  /** Whether the effect combines gifts of several members or different gifts. */
  readonly isSum: boolean;
}

/** The tiers, the highest first. */
const TIERS: readonly GiftTier[] = ['storm', 'banner', 'rise'];

interface Lane {
  running: ShownGift | null;
  untilMs: number;
  isExtended: boolean;
  timer: ReturnType<typeof setTimeout> | undefined;
  waiting: ShownGift[];
}

const isSameCombo = (one: ShownGift, other: EffectGift): boolean =>
  !one.isSum &&
  one.memberId === other.memberId &&
  one.giftId === other.giftId &&
  one.corner === other.corner;

const added = (to: ShownGift, gift: EffectGift): ShownGift => ({
  ...to,
  quantity: to.quantity + gift.quantity,
  coins: to.coins + gift.coins,
});

/**
 * Decides which gift effects are shown: one effect of each tier at a time, the highest tier first. Further gifts of a
 * combo increase the count of the running effect. Under load, waiting icons are combined. Independent of React.
 */
export class GiftLanes {
  readonly shown = createStore<readonly ShownGift[]>([]);
  /** The reason why an effect of this viewer was withdrawn. */
  readonly refusal = createStore<CheerRefusal | null>(null);
  readonly #lanes: Readonly<Record<GiftTier, Lane>> = {
    storm: newLane(),
    banner: newLane(),
    rise: newLane(),
  };
  #keys = 0;
  #refusalTimer: ReturnType<typeof setTimeout> | undefined;

  /** Adds gifts of other members. */
  add(gifts: readonly EffectGift[]): void {
    for (const gift of gifts) this.#add(gift);
    this.#startWaiting();
  }

  /** Shows a gift of this viewer at once and replaces the running effect of the same tier. */
  echo(gift: EffectGift): void {
    this.#clearRefusal();
    const lane = this.#lanes[tierOf(gift.coins)];
    if (lane.running !== null && isSameCombo(lane.running, gift)) this.#countUp(lane, gift);
    else this.#start(lane, this.#toShown(gift));
    this.#publish();
  }

  /** Withdraws the effects of this viewer, because the server refused the gift. */
  withdraw(refusal: CheerRefusal): void {
    for (const tier of TIERS) {
      const lane = this.#lanes[tier];
      lane.waiting = lane.waiting.filter(({ isOwn }) => !isOwn);
      if (lane.running?.isOwn === true) this.#end(lane);
    }
    this.refusal.set(refusal);
    clearTimeout(this.#refusalTimer);
    this.#refusalTimer = setTimeout(() => this.#clearRefusal(), REFUSAL_MS);
    this.#startWaiting();
  }

  close(): void {
    clearTimeout(this.#refusalTimer);
    for (const tier of TIERS) clearTimeout(this.#lanes[tier].timer);
  }

  #clearRefusal(): void {
    clearTimeout(this.#refusalTimer);
    this.refusal.set(null);
  }

  #toShown(gift: EffectGift): ShownGift {
    this.#keys += 1;
    return { ...gift, key: this.#keys, tier: tierOf(gift.coins), isSum: false };
  }

  #add(gift: EffectGift): void {
    const tier = tierOf(gift.coins);
    const lane = this.#lanes[tier];
    if (lane.running !== null && isSameCombo(lane.running, gift)) {
      this.#countUp(lane, gift);
      return;
    }
    const at = lane.waiting.findIndex((one) => one.isSum || isSameCombo(one, gift));
    const before = lane.waiting[at];
    if (before !== undefined) lane.waiting[at] = added(before, gift);
    else lane.waiting.push(this.#toShown(gift));
    if (lane.waiting.length > WAITING_MAX) lane.waiting = this.#shortened(tier, lane.waiting);
  }

  /**
   * Shortens a queue. Waiting icons are combined into one icon with their sum. Of larger gifts only the largest are
   * kept; the chat shows all gifts.
   */
  #shortened(tier: GiftTier, waiting: readonly ShownGift[]): ShownGift[] {
    const byCoins = [...waiting].sort((a, b) => b.coins - a.coins);
    const [largest, ...others] = byCoins;
    if (largest === undefined || tier !== 'rise') return byCoins.slice(0, WAITING_MAX);
    const sum = others.reduce<ShownGift>((all, gift) => added(all, gift), largest);
    return [{ ...sum, isSum: true, memberName: '', tier }];
  }

  #countUp(lane: Lane, gift: EffectGift): void {
    if (lane.running === null) return;
    lane.running = added(lane.running, gift);
    if (lane.isExtended) return;
    lane.isExtended = true;
    lane.untilMs += COMBO_EXTENSION_MS;
    this.#scheduleEnd(lane);
  }

  #start(lane: Lane, gift: ShownGift): void {
    lane.running = gift;
    lane.isExtended = false;
    lane.untilMs = Date.now() + EFFECT_MS;
    this.#scheduleEnd(lane);
  }

  #scheduleEnd(lane: Lane): void {
    clearTimeout(lane.timer);
    lane.timer = setTimeout(
      () => {
        this.#end(lane);
        this.#startWaiting();
      },
      Math.max(0, lane.untilMs - Date.now()),
    );
  }

  #end(lane: Lane): void {
    clearTimeout(lane.timer);
    lane.running = null;
  }

  /** Starts waiting effects. While the highest tier runs, no other effect starts. */
  #startWaiting(): void {
    for (const tier of TIERS) {
      const lane = this.#lanes[tier];
      if (lane.running !== null) {
        if (tier === 'storm') break;
        continue;
      }
      const next = lane.waiting.shift();
      if (next !== undefined) this.#start(lane, next);
      if (next !== undefined && tier === 'storm') break;
    }
    this.#publish();
  }

  #publish(): void {
    this.shown.set(TIERS.flatMap((tier) => this.#lanes[tier].running ?? []));
  }
}

function newLane(): Lane {
  return { running: null, untilMs: 0, isExtended: false, timer: undefined, waiting: [] };
}
