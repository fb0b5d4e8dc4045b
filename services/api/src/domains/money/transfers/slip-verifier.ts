import type { TransferAccount } from '../orders/orders.module.ts';

/** A transfer that a slip says was made. */
export interface TransferToVerify {
  /** The sending bank's three digits, and its reference. */
  readonly bankCode: string;
  readonly reference: string;
  readonly satang: number;
  /** Ours: it has to have come to one of them. */
  readonly accounts: readonly TransferAccount[];
}

/** A service that asks the bank about a transfer. Without one an operator looks at every slip. */
export interface SlipVerifier {
  /** Stands in the order's events as who confirmed it. */
  readonly name: string;
  /**
   * Whether exactly that amount came to one of our accounts by that transfer. Anything else, a refusal included, leaves
   * the slip to an operator.
   */
  isReceived(transfer: TransferToVerify, signal: AbortSignal): Promise<boolean>;
}
