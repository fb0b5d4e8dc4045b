/** Rows of the tables that this module owns. */
export interface SlipTables {
  payment_slip: PaymentSlipTable;
  payment_slip_picture: PaymentSlipPictureTable;
}

interface PaymentSlipTable {
  payment_slip_id: string;
  coin_order_id: string;
  member_id: string;
  /** SHA-256 of the sent file. */
  file_hash: Buffer;
  /** From the QR code; `null` if unreadable. */
  bank_code: string | null;
  reference: string | null;
  sent_at: Date;
  status: 'sent' | 'accepted' | 'rejected';
  decided_at: Date | null;
  /** The first slip of the same transfer; only an owner approves a second one. */
  first_slip_id: string | null;
  /** The operator or service that decided, and why. */
  decided_by: string | null;
  decided_reason: string | null;
}

/** Pictures that earlier versions stored; later ones are objects. */
interface PaymentSlipPictureTable {
  payment_slip_id: string;
  /** WebP. */
  picture: Buffer;
}
