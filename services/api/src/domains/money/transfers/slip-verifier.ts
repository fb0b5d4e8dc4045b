import type { TransferAccount } from '../orders/orders.module.ts';

/** A transfer as its slip states it. */
export interface TransferToVerify {
  /** Three-digit code of the sending bank. */
  readonly bankCode: string;
  readonly reference: string;
  readonly satang: number;
  /** Our accounts; the transfer must have reached one of them. */
  readonly accounts: readonly TransferAccount[];
}

/** A service that verifies transfers with the bank. Without one an operator checks every slip. */
export interface SlipVerifier {
  /** Stored as the actor of the confirmation. */
  readonly name: string;
  /**
   * Returns whether exactly this amount reached one of our accounts. Any other answer leaves the slip to an operator.
   */
  isReceived(transfer: TransferToVerify, signal: AbortSignal): Promise<boolean>;
}
