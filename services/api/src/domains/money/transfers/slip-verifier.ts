import type { TransferAccount } from '../orders/orders.module.ts';

/** A transfer, as stated by its slip. */
export interface TransferToVerify {
  /** The three-digit code of the sending bank. */
  readonly bankCode: string;
  readonly reference: string;
  readonly satang: number;
  /** Our accounts. The transfer must have reached one of them. */
  readonly accounts: readonly TransferAccount[];
}

/** A service that verifies transfers with the bank. Without such a service an operator checks every slip. */
export interface SlipVerifier {
  /** The name of the service, which is stored as the actor of the confirmation. */
  readonly name: string;
  /**
   * Returns whether exactly this amount has reached one of our accounts. If not, or after an error, the slip
   * waits for an operator.
   */
  isReceived(transfer: TransferToVerify, signal: AbortSignal): Promise<boolean>;
}
