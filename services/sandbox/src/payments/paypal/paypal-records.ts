export interface PayPalRefundRecord {
  readonly id: string;
  readonly amount_satang: number;
  readonly note_to_payer: string | null;
  readonly custom_id: string | null;
  readonly create_time: string;
}

export interface CaptureRecord {
  readonly id: string;
  /** Status of the capture, without its refunds. */
  readonly status: 'COMPLETED' | 'PENDING' | 'DECLINED';
  readonly amount_satang: number;
  readonly refunds: readonly PayPalRefundRecord[];
  readonly create_time: string;
  readonly update_time: string;
}

export interface PayPalDisputeRecord {
  readonly id: string;
  readonly status: 'OPEN' | 'RESOLVED';
  readonly outcome_code: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | null;
  readonly create_time: string;
  readonly update_time: string;
}

/** Result of a capture, determined by the payer's wallet. */
export type Funding = 'pays' | 'declines' | 'holds';

export interface OrderRecord {
  readonly id: string;
  readonly status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';
  readonly amount_satang: number;
  readonly reference_id: string;
  readonly description: string | null;
  readonly custom_id: string | null;
  readonly invoice_id: string | null;
  readonly return_url: string | null;
  readonly cancel_url: string | null;
  readonly payer_id: string | null;
  readonly funding: Funding;
  readonly capture: CaptureRecord | null;
  readonly dispute: PayPalDisputeRecord | null;
  readonly create_time: string;
  readonly update_time: string;
}

export interface PayPalEventRecord {
  readonly id: string;
  readonly event_type: string;
  readonly order_id: string;
  readonly create_time: string;
  /** The webhook's body. */
  readonly body: object;
}

export const refundedOfCapture = ({ refunds }: CaptureRecord): number =>
  refunds.reduce((sum, { amount_satang }) => sum + amount_satang, 0);
