import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface SessionTables {
  member_session: MemberSessionTable;
  member_device: MemberDeviceTable;
}

interface MemberSessionTable {
  member_session_id: Generated<string>;
  member_id: string;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  user_agent: string;
  address: string;
  /** SHA-256 of the secret that the browser stores. */
  device_hash: Buffer | null;
  created_at: Date;
  last_seen_at: Date;
  /** The last confirmation by password or PIN. */
  confirmed_at: Generated<Date | null>;
  expires_at: Date;
  revoked_at: Date | null;
}

interface MemberDeviceTable {
  member_id: string;
  /** SHA-256 of the secret that the browser stores. */
  device_hash: Buffer;
  /** The last sign-in or the last proof of the phone on this device. */
  proven_at: Date;
}
