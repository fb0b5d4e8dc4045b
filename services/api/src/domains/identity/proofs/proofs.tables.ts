import type { JSONColumnType } from 'kysely';

/** Rows of the table that this module owns. */
export interface ProofTables {
  proof: ProofTable;
}

interface ProofTable {
  /** SHA-256 of the token. */
  token_hash: Buffer;
  purpose: string;
  phone: string | null;
  member_id: string | null;
  payload: JSONColumnType<Record<string, unknown>> | null;
  expires_at: Date;
  used_at: Date | null;
}
