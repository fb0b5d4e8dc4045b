import type { SourceFlow } from './omise-records.ts';

export interface SourceType {
  readonly flow: SourceFlow;
  /** Name on its page. */
  readonly name: string;
  /** Default time to pay. */
  readonly minutes: number;
  /** Whether `POST /charges/{id}/expire` is allowed; at Omise only for some cross-border wallets. */
  readonly expirable: boolean;
  /** Possible refunds: any amount, only the full amount, or none. */
  readonly refunds: 'any' | 'full' | 'none';
  /** Maximum of one charge. */
  readonly satangMax: number;
}

/** Default limits of one charge, also for cards. */
export const AMOUNT_LIMITS = { satangMin: 2_000, satangMax: 15_000_000 } as const;

const wallet = (
  name: string,
  flow: SourceFlow,
  minutes: number,
  more: Partial<SourceType> = {},
): SourceType => ({
  flow,
  name,
  minutes,
  expirable: false,
  refunds: 'any',
  satangMax: AMOUNT_LIMITS.satangMax,
  ...more,
});

/** Supported source types. */
export const SOURCE_TYPES: Readonly<Record<string, SourceType>> = {
  promptpay: wallet('PromptPay', 'offline', 24 * 60, { refunds: 'none' }),
  truemoney: wallet('TrueMoney Wallet', 'redirect', 10, { refunds: 'full', satangMax: 5_000_000 }),
  truemoney_jumpapp: wallet('TrueMoney', 'app_redirect', 10, {
    refunds: 'full',
    satangMax: 5_000_000,
  }),
  shopeepay: wallet('ShopeePay', 'redirect', 20),
  rabbit_linepay: wallet('LINE Pay', 'redirect', 20),
  alipay: wallet('Alipay', 'redirect', 60, { expirable: true, satangMax: 10_000_000 }),
  alipay_cn: wallet('Alipay', 'app_redirect', 60, { expirable: true, satangMax: 10_000_000 }),
  alipay_hk: wallet('AlipayHK', 'app_redirect', 60, { expirable: true, satangMax: 10_000_000 }),
  wechat_pay: wallet('WeChat Pay', 'redirect', 60, { satangMax: 10_000_000 }),
  mobile_banking_scb: wallet('SCB EASY', 'app_redirect', 15, { refunds: 'none' }),
  mobile_banking_kbank: wallet('K PLUS', 'app_redirect', 15, { refunds: 'none' }),
};

/** Lifetime of an uncaptured or unauthorised card charge. */
export const CARD_MINUTES = 7 * 24 * 60;

/** Returns the possible refunds of a source type; cards allow any amount. */
export const refundsOf = (type: string | undefined): SourceType['refunds'] =>
  type === undefined ? 'any' : (SOURCE_TYPES[type]?.refunds ?? 'any');
