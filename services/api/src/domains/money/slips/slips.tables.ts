/** The tables of this module. */
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
  /** The first slip of the same transfer. Only an owner can accept a further slip of that transfer. */
  first_slip_id: string | null;
  /** The operator or service that decided, and why. */
  decided_by: string | null;
  decided_reason: string | null;
}

/** Images that earlier releases stored. Newer images are in the object storage. */
interface PaymentSlipPictureTable {
  payment_slip_id: string;
  /** WebP. */
  picture: Buffer;
}
