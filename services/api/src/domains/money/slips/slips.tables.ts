/** Rows of the tables that this module owns. */
export interface SlipTables {
  payment_slip: PaymentSlipTable;
  payment_slip_picture: PaymentSlipPictureTable;
}

interface PaymentSlipTable {
  payment_slip_id: string;
  coin_order_id: string;
  member_id: string;
  /** SHA-256 of what was sent. */
  file_hash: Buffer;
  /** Of the small QR code; `null` where none could be read. */
  bank_code: string | null;
  reference: string | null;
  sent_at: Date;
  status: 'sent' | 'accepted' | 'rejected';
  decided_at: Date | null;
}

/** Beside the slip, so that no list of slips reads pictures. */
interface PaymentSlipPictureTable {
  payment_slip_id: string;
  /** WebP. */
  picture: Buffer;
}
