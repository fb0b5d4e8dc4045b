import type { MovementKind } from '@sangwian/contract/endpoints/coins';

export type ModelCorner = 'red' | 'blue';
export type ModelWinner = ModelCorner | 'draw' | 'none';

/** Facts of the API under test that the model needs. */
export interface ModelTerms {
  readonly startCoins: number;
  /** The price of one gift. */
  readonly giftCoins: number;
  /** Coins that a cashier may add and take alone in 24 hours. */
  readonly aloneCoinsMax: number;
  /** Codes of coins; `usesMax` counts the uses of all members. */
  readonly codes: ReadonlyArray<{ readonly coins: number; readonly usesMax: number | null }>;
  readonly packages: ReadonlyArray<{ readonly base: number; readonly bonus: number }>;
}

/**
 * One request. `key` names the idempotency key of a fan, or the id of an adjustment. An order is named by its fan and
 * the key of its request.
 */
export type LedgerRequest =
  | {
      readonly type: 'gift';
      readonly fan: number;
      readonly key: number;
      readonly bout: number;
      readonly corner: ModelCorner;
      readonly quantity: number;
    }
  | { readonly type: 'redeem'; readonly fan: number; readonly key: number; readonly code: number }
  | { readonly type: 'order'; readonly fan: number; readonly key: number; readonly pack: number }
  | { readonly type: 'confirm-order'; readonly fan: number; readonly key: number }
  | { readonly type: 'refund-order'; readonly fan: number; readonly key: number }
  /** Coins above zero are a grant, below zero a take. */
  | { readonly type: 'adjust'; readonly fan: number; readonly key: number; readonly coins: number }
  | { readonly type: 'confirm-adjustment'; readonly key: number }
  /** Ends and rules the latest bout, whose gifts stay in escrow. */
  | { readonly type: 'rule'; readonly winner: ModelWinner }
  /** Confirms the result, settles the gifts and starts the next bout. */
  | { readonly type: 'settle' };

interface ModelMovement {
  readonly kind: MovementKind;
  readonly coins: number;
  readonly balanceAfter: number;
}

/** A fan's wallet with its history, the oldest movement first. */
export interface ModelWallet {
  balance: number;
  owed: number;
  readonly history: ModelMovement[];
}

export interface ModelGift {
  readonly fan: number;
  readonly corner: ModelCorner;
  readonly quantity: number;
  readonly coins: number;
}

export interface ModelBout {
  /** `null` until a ruling on the bout. */
  winner: ModelWinner | null;
  readonly gifts: ModelGift[];
}

export interface ModelAdjustment {
  readonly fan: number;
  readonly coins: number;
  readonly isAlone: boolean;
  isDone: boolean;
}

export type HouseName = 'sold' | 'granted' | 'revenue:gifts';

export interface LedgerState {
  readonly wallets: ModelWallet[];
  readonly bouts: ModelBout[];
  /** The requests that had an effect, by their keys. */
  readonly used: Map<string, string>;
  readonly orders: Map<string, { readonly pack: number; status: 'waiting' | 'paid' | 'refunded' }>;
  readonly adjustments: Map<number, ModelAdjustment>;
  readonly codeUses: Map<number, number[]>;
  readonly house: Record<HouseName, number>;
}

/** The expected answer: `ok`, the state of an adjustment, or the error code. */
export type Outcome = string;

/** The shown totals of a corner. */
export interface CornerTotal {
  readonly coins: number;
  readonly gifts: number;
  readonly supporters: number;
}

/** Everything that fans see. */
export interface LedgerView {
  readonly wallets: readonly ModelWallet[];
  /** The encouragement bar of each bout. */
  readonly bars: ReadonlyArray<Readonly<Record<ModelCorner, CornerTotal>>>;
}
