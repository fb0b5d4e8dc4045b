import type { MovementKind } from '@sangwian/contract/endpoints/coins';
import type {
  CornerTotal,
  HouseName,
  LedgerRequest,
  LedgerState,
  LedgerView,
  ModelAdjustment,
  ModelBout,
  ModelCorner,
  ModelGift,
  ModelTerms,
  ModelWallet,
  ModelWinner,
  Outcome,
} from './ledger-types.ts';

const newBout = (): ModelBout => ({ winner: null, gifts: [] });

export function newLedger(terms: ModelTerms, fans: number): LedgerState {
  const state: LedgerState = {
    wallets: Array.from({ length: fans }, () => ({ balance: 0, owed: 0, history: [] })),
    bouts: [newBout()],
    used: new Map(),
    orders: new Map(),
    adjustments: new Map(),
    codeUses: new Map(),
    house: { sold: 0, granted: 0, 'revenue:gifts': 0 },
  };
  for (const wallet of state.wallets) move(state, wallet, 'grant', terms.startCoins, 'granted');
  return state;
}

/** Moves coins between a wallet and another account; the house only has names for its own accounts. */
function move(
  state: LedgerState,
  wallet: ModelWallet,
  kind: MovementKind,
  coins: number,
  other: HouseName | 'escrow' | 'debt',
): void {
  wallet.balance += coins;
  wallet.history.push({ kind, coins, balanceAfter: wallet.balance });
  if (other !== 'escrow' && other !== 'debt') state.house[other] -= coins;
}

/** Coins that arrive pay the debt first. */
function settleDebt(state: LedgerState, wallet: ModelWallet): void {
  const coins = Math.min(wallet.owed, wallet.balance);
  if (coins === 0) return;
  wallet.owed -= coins;
  move(state, wallet, 'debt_settled', -coins, 'debt');
}

function credit(
  state: LedgerState,
  wallet: ModelWallet,
  kind: MovementKind,
  coins: number,
  from: HouseName,
): void {
  move(state, wallet, kind, coins, from);
  settleDebt(state, wallet);
}

/** Takes bought coins back. Spent coins become a debt, which the history of the wallet does not show. */
function clawBack(state: LedgerState, wallet: ModelWallet, coins: number, to: HouseName): void {
  const taken = Math.min(wallet.balance, coins);
  if (taken > 0) move(state, wallet, 'purchase_refund', -taken, to);
  wallet.owed += coins - taken;
  state.house[to] += coins - taken;
}

const walletOf = ({ wallets }: LedgerState, fan: number): ModelWallet =>
  wallets[fan] as ModelWallet;
const orderKey = ({ fan, key }: { readonly fan: number; readonly key: number }) => `${fan}:${key}`;
export const latestBout = ({ bouts }: LedgerState): ModelBout => bouts.at(-1) as ModelBout;

type Of<Type extends LedgerRequest['type']> = Extract<LedgerRequest, { readonly type: Type }>;

function sendGift(state: LedgerState, terms: ModelTerms, asked: Of<'gift'>): Outcome {
  const wallet = walletOf(state, asked.fan);
  const bout = state.bouts[asked.bout] as ModelBout;
  const coins = terms.giftCoins * asked.quantity;
  if (bout.winner !== null) return 'match_ended';
  if (wallet.owed > 0) return 'wallet_blocked';
  if (wallet.balance < coins) return 'gift_balance_insufficient';
  move(state, wallet, 'gift', -coins, 'escrow');
  bout.gifts.push({ fan: asked.fan, corner: asked.corner, quantity: asked.quantity, coins });
  return 'ok';
}

function redeem(state: LedgerState, terms: ModelTerms, { fan, code }: Of<'redeem'>): Outcome {
  const { coins, usesMax } = terms.codes[code] as ModelTerms['codes'][number];
  const uses = state.codeUses.get(code) ?? [];
  if (uses.includes(fan) || uses.length >= (usesMax ?? Number.POSITIVE_INFINITY)) {
    return 'redeem_already_used';
  }
  state.codeUses.set(code, [...uses, fan]);
  credit(state, walletOf(state, fan), 'coin_code', coins, 'granted');
  return 'ok';
}

function confirmOrder(state: LedgerState, terms: ModelTerms, asked: Of<'confirm-order'>): Outcome {
  const order = state.orders.get(orderKey(asked));
  if (order === undefined) return 'order_not_found';
  if (order.status !== 'waiting') return 'order_paid';
  order.status = 'paid';
  const { base, bonus } = terms.packages[order.pack] as ModelTerms['packages'][number];
  const wallet = walletOf(state, asked.fan);
  credit(state, wallet, 'purchase', base, 'sold');
  if (bonus > 0) credit(state, wallet, 'bonus', bonus, 'granted');
  return 'ok';
}

function refundOrder(state: LedgerState, terms: ModelTerms, asked: Of<'refund-order'>): Outcome {
  const order = state.orders.get(orderKey(asked));
  if (order === undefined) return 'order_not_found';
  if (order.status !== 'paid') return 'order_closed';
  order.status = 'refunded';
  const { base, bonus } = terms.packages[order.pack] as ModelTerms['packages'][number];
  clawBack(state, walletOf(state, asked.fan), base, 'sold');
  clawBack(state, walletOf(state, asked.fan), bonus, 'granted');
  return 'ok';
}

/** Transfers the coins of an adjustment. Returns the refusal, or `null`. */
function moveAdjusted(
  state: LedgerState,
  { fan, coins }: Pick<ModelAdjustment, 'fan' | 'coins'>,
): Outcome | null {
  const wallet = walletOf(state, fan);
  if (coins > 0) {
    credit(state, wallet, 'adjustment', coins, 'granted');
    return null;
  }
  if (wallet.owed > 0) return 'wallet_blocked';
  if (wallet.balance + coins < 0) return 'balance_insufficient';
  move(state, wallet, 'adjustment', coins, 'granted');
  return null;
}

/** A cashier adds or takes coins. Above the limit, the request waits for a second person. */
function adjust(
  state: LedgerState,
  { aloneCoinsMax }: ModelTerms,
  { fan, key, coins }: Of<'adjust'>,
): Outcome {
  const known = state.adjustments.get(key);
  if (known !== undefined) {
    if (known.fan !== fan || known.coins !== coins) return 'idempotency_conflict';
    return known.isDone ? 'done' : 'open';
  }
  const spent = [...state.adjustments.values()]
    .filter(({ isAlone }) => isAlone)
    .reduce((sum, one) => sum + Math.abs(one.coins), 0);
  const isAlone = spent + Math.abs(coins) <= aloneCoinsMax;
  const refusal = isAlone ? moveAdjusted(state, { fan, coins }) : null;
  if (refusal !== null) return refusal;
  state.adjustments.set(key, { fan, coins, isAlone, isDone: isAlone });
  return isAlone ? 'done' : 'open';
}

/** The owner confirms an adjustment of the cashier. */
function confirmAdjustment(state: LedgerState, { key }: Of<'confirm-adjustment'>): Outcome {
  const adjustment = state.adjustments.get(key);
  if (adjustment === undefined) return 'adjustment_not_found';
  if (adjustment.isDone) return adjustment.isAlone ? 'adjustment_decided' : 'done';
  const refusal = moveAdjusted(state, adjustment);
  if (refusal !== null) return refusal;
  adjustment.isDone = true;
  return 'done';
}

const isKept = (corner: ModelCorner, winner: ModelWinner): boolean =>
  winner === corner || winner === 'draw';

function settle(state: LedgerState): Outcome {
  const { gifts, winner } = latestBout(state);
  const refunded = new Set<number>();
  for (const corner of ['blue', 'red'] as const) {
    for (const fan of state.wallets.keys()) {
      const given = gifts.filter((gift) => gift.fan === fan && gift.corner === corner);
      const coins = given.reduce((sum, gift) => sum + gift.coins, 0);
      if (coins === 0) continue;
      if (isKept(corner, winner ?? 'none')) {
        state.house['revenue:gifts'] += coins;
        continue;
      }
      refunded.add(fan);
      move(state, walletOf(state, fan), 'gift_refund', coins, 'escrow');
    }
  }
  for (const fan of refunded) settleDebt(state, walletOf(state, fan));
  state.bouts.push(newBout());
  return 'ok';
}

/** Runs a request whose key had no effect yet. */
function runNew(state: LedgerState, terms: ModelTerms, request: LedgerRequest): Outcome {
  switch (request.type) {
    case 'gift':
      return sendGift(state, terms, request);
    case 'redeem':
      return redeem(state, terms, request);
    case 'order':
      state.orders.set(orderKey(request), { pack: request.pack, status: 'waiting' });
      return 'ok';
    case 'confirm-order':
      return confirmOrder(state, terms, request);
    case 'refund-order':
      return refundOrder(state, terms, request);
    case 'adjust':
      return adjust(state, terms, request);
    case 'confirm-adjustment':
      return confirmAdjustment(state, request);
    case 'rule':
      latestBout(state).winner = request.winner;
      return 'ok';
    case 'settle':
      return settle(state);
  }
}

/** Whether the request has an idempotency key. An adjustment has an id, which its own rule checks. */
const hasKey = (request: LedgerRequest): request is Of<'gift' | 'redeem' | 'order'> =>
  request.type === 'gift' || request.type === 'redeem' || request.type === 'order';

/** Applies a request to the state and returns the expected answer. */
export function applyRequest(
  state: LedgerState,
  terms: ModelTerms,
  request: LedgerRequest,
): Outcome {
  if (!hasKey(request)) return runNew(state, terms, request);
  const key = `${request.type}:${orderKey(request)}`;
  const used = state.used.get(key);
  const text = JSON.stringify(request);
  if (used !== undefined) return used === text ? 'ok' : 'idempotency_conflict';
  const outcome = runNew(state, terms, request);
  if (outcome === 'ok') state.used.set(key, text);
  return outcome;
}

function totalOf(gifts: readonly ModelGift[]): CornerTotal {
  return {
    coins: gifts.reduce((sum, { coins }) => sum + coins, 0),
    gifts: gifts.reduce((sum, { quantity }) => sum + quantity, 0),
    supporters: new Set(gifts.map(({ fan }) => fan)).size,
  };
}

export const viewOf = ({ wallets, bouts }: LedgerState): LedgerView => ({
  wallets,
  bars: bouts.map(({ gifts }) => ({
    red: totalOf(gifts.filter(({ corner }) => corner === 'red')),
    blue: totalOf(gifts.filter(({ corner }) => corner === 'blue')),
  })),
});

/** The coins that the run moved into the accounts of the house. */
export const houseOf = (state: LedgerState): Readonly<Record<string, number>> => ({
  ...state.house,
  escrows: latestBout(state).gifts.reduce((sum, { coins }) => sum + coins, 0),
});
