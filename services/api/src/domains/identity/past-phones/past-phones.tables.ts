/** Rows of the table that this module owns. */
export interface PastPhoneTables {
  past_phone: PastPhoneTable;
}

interface PastPhoneTable {
  /** HMAC-SHA256 of the phone in E.164. */
  phone_hash: Buffer;
  member_id: string;
  left_at: Date;
}
