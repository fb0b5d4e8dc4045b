import type { StaffRole } from '@sangwian/contract/permissions';
import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface StaffTables {
  staff: StaffTable;
  staff_recovery_code: StaffRecoveryCodeTable;
  staff_passkey: StaffPasskeyTable;
  staff_challenge: StaffChallengeTable;
  staff_session: StaffSessionTable;
  staff_device: StaffDeviceTable;
  staff_token: StaffTokenTable;
  staff_invitation: StaffInvitationTable;
}

interface StaffTable {
  staff_id: Generated<string>;
  name: string;
  /** In lower case; `null` for the local owner. */
  email: string | null;
  role: StaffRole;
  password_hash: string | null;
  sealed_totp_secret: Buffer | null;
  /** The secret of a new authenticator app that is not confirmed yet. */
  sealed_next_totp_secret: Buffer | null;
  /** Time step of the last accepted code. */
  totp_last_step: number | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_by: string | null;
  deactivated_at: Date | null;
}

interface StaffRecoveryCodeTable {
  staff_recovery_code_id: Generated<string>;
  staff_id: string;
  /** HMAC-SHA256. */
  code_hash: Buffer;
  used_at: Date | null;
}

interface StaffPasskeyTable {
  staff_passkey_id: Generated<string>;
  staff_id: string;
  name: string;
  /** base64url. */
  credential_id: string;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  created_at: Date;
  last_used_at: Generated<Date | null>;
  /** The time at which a copy of the passkey was detected. The passkey has been disabled since then. */
  cloned_at: Generated<Date | null>;
}

interface StaffChallengeTable {
  staff_challenge_id: Generated<string>;
  purpose: 'sign_in' | 'proof' | 'register';
  staff_id: string | null;
  staff_invitation_id: string | null;
  challenge: string;
  /** SHA-256 of the secret in the browser's device cookie. */
  device_hash: Buffer;
  expires_at: Date;
}

interface StaffSessionTable {
  staff_session_id: Generated<string>;
  staff_id: string;
  /** SHA-256. */
  token_hash: Buffer;
  user_agent: string;
  address: string;
  created_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  proved_at: Date;
  revoked_at: Date | null;
}

interface StaffDeviceTable {
  staff_id: string;
  device_hash: Buffer;
  proven_at: Date;
}

interface StaffTokenTable {
  staff_token_id: Generated<string>;
  staff_id: string;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

interface StaffInvitationTable {
  staff_invitation_id: Generated<string>;
  is_setup: boolean;
  name: string;
  email: string;
  role: StaffRole;
  token_hash: Buffer;
  sealed_totp_secret: Buffer;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
}
