import type { OtpPurpose } from '@sangwian/contract/endpoints/registration';
import type { Generated } from 'kysely';

/** Rows of the table that this module owns. */
export interface OtpTables {
  otp: OtpTable;
}

interface OtpTable {
  otp_ref: string;
  purpose: OtpPurpose;
  /** E.164. */
  phone: string;
  member_id: string | null;
  /** HMAC-SHA256. */
  code_hash: Buffer;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
  failed: Generated<boolean>;
  ended_at: Date | null;
  verified_at: Date | null;
}
