import { accountErrorOf, accountStateOf } from './domains/identity/sessions/sessions.module.ts';
import type { LiveReader, LiveUnlocks } from './domains/live/lives/lives.module.ts';
import { createAdjustments } from './domains/money/adjustments/adjustments.module.ts';
import { AdjustmentStore } from './domains/money/adjustments/adjustments.store.ts';
import { createAloneCoins } from './domains/money/alone-coins/alone-coins.module.ts';
import { createCoins, createCoinsModule } from './domains/money/coins/coins.module.ts';
import { createOmise } from './domains/money/omise/omise.module.ts';
import { createOrdersModule, type PaymentProvider } from './domains/money/orders/orders.module.ts';
import { createPartnerPurchasesModule } from './domains/money/partner-purchases/partner-purchases.module.ts';
import { createPaymentsModule } from './domains/money/payments/payments.module.ts';
import { createPayPal } from './domains/money/paypal/paypal.module.ts';
import { createRatesModule } from './domains/money/rates/rates.module.ts';
import { BatchStore } from './domains/money/redeem/batches.store.ts';
import { createRedeemModule } from './domains/money/redeem/redeem.module.ts';
import { createSlips } from './domains/money/slips/slips.module.ts';
import { createSpendingModule, type Spending } from './domains/money/spending/spending.module.ts';
import { createTransfersModule } from './domains/money/transfers/transfers.module.ts';
import { createWalletModule, type Wallet } from './domains/money/wallet/wallet.module.ts';
import type { Identity } from './identity.compose.ts';
import type { Platform } from './platform.compose.ts';

export interface MoneyPorts {
  readonly wallet: Wallet;
  readonly spending: Spending;
  readonly identity: Identity;
  readonly live: LiveReader;
  readonly unlocks: LiveUnlocks;
  /** Payment providers in addition to the configured companies. */
  readonly paymentProviders: readonly PaymentProvider[];
}

/** Creates the configured payment companies. */
const createCompanies = ({ config: { payments }, logger }: Platform) => [
  ...(payments.omise === null ? [] : [createOmise(payments.omise, logger)]),
  ...(payments.paypal === null ? [] : [createPayPal(payments.paypal, logger)]),
];

/**
 * Creates the modules of orders, payments and codes. They have a separate connection pool, so that reads cannot delay
 * them.
 */
function composeOrders(platform: Platform, ports: MoneyPorts) {
  const {
    config,
    db,
    moneyDb,
    idempotency,
    guesses,
    publicUrl,
    bus,
    clock,
    logger,
    switches,
    mail,
    objects,
    counters,
  } = platform;
  const { wallet, spending, identity, live, unlocks } = ports;
  const { members, pastPhones, registration } = identity;
  const money = { db: moneyDb, bus, clock, logger, idempotency, wallet, members, counters };
  const slips = createSlips(db, objects, logger);
  const companies = createCompanies(platform);
  const orders = createOrdersModule({
    ...money,
    coins: createCoins(moneyDb),
    slips,
    spending,
    hasParentsConsent: registration.hasParentsConsent,
    switches,
    mail,
    publicUrl,
    providers: [...ports.paymentProviders, ...companies.map(({ provider }) => provider)],
  });
  const sources = companies.map(({ events }) => events);
  const payments = createPaymentsModule({ ...money, orders, sources });
  const aloneCoins = createAloneCoins({
    db: moneyDb,
    clock: platform.clock,
    max: config.staff.adjustmentAloneCoinsMax,
    sums: [new AdjustmentStore(moneyDb).sumAlone, new BatchStore(moneyDb).sumAlone],
  });
  const redeem = createRedeemModule({ ...money, aloneCoins, guesses, pastPhones, live, unlocks });
  const { accounts } = config.transfers;
  const transfers = createTransfersModule({ ...money, orders, slips, accounts, verifier: null });
  return { aloneCoins, slips, orders, payments, redeem, transfers };
}

/** Creates the modules that sell, move and refund coins. */
export function composeMoney(platform: Platform, ports: MoneyPorts) {
  const { config, db, moneyDb, clock, logger, idempotency, switches } = platform;
  const { wallet, spending, identity } = ports;
  const { lifecycle } = identity.members;
  const { aloneCoins, slips, orders, payments, redeem, transfers } = composeOrders(platform, ports);
  const partnerPurchases = createPartnerPurchasesModule({
    db: moneyDb,
    clock,
    idempotency,
    coins: createCoins(db),
    members: identity.members,
    memberErrorOf: (member) => accountErrorOf(accountStateOf(member)),
    orders,
    purchases: identity.purchases,
    switches,
    wallet,
  });
  const adjustments = createAdjustments({
    db: moneyDb,
    clock,
    wallet,
    members: identity.members,
    aloneCoins,
  });
  const coins = createCoinsModule({ db, clock });
  const rates = createRatesModule({ db, clock, logger, address: config.rates });
  return {
    wallet,
    spending,
    adjustments,
    slips,
    orders,
    payments,
    redeem,
    coins,
    rates,
    modules: [
      createWalletModule({ db, directDb: platform.directDb, clock, logger, wallet }),
      coins,
      orders,
      createSpendingModule({
        db: moneyDb,
        clock,
        sumSpent: orders.sumSpent,
        lockMember: (trx, memberId) => lifecycle.lock(trx, memberId),
      }),
      transfers,
      payments,
      partnerPurchases,
      rates,
      redeem,
    ],
  };
}

export type Money = ReturnType<typeof composeMoney>;
