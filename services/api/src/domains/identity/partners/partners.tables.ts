import type { Generated, JSONColumnType } from 'kysely';
import type { PartnerJwk } from './partner-file.ts';

/** Rows of the tables that this module owns. */
export interface PartnerTables {
  partner_system: PartnerSystemTable;
  partner_key: PartnerKeyTable;
  used_token: UsedTokenTable;
}

interface PartnerSystemTable {
  map_system_id: string;
  name: string;
  active: boolean;
  /** Purchase limit of all its members per Bangkok day. */
  per_day_max_satang: number;
  /** Purchase limit of one member per Bangkok day. */
  member_per_day_max_satang: number;
  created_at: Generated<Date>;
  /** `console` after its first change there: the file changes it no more. */
  kept_by: Generated<'file' | 'console'>;
  version: Generated<number>;
  updated_by: string | null;
}

interface PartnerKeyTable {
  map_system_id: string;
  key_id: string;
  alg: 'EdDSA' | 'RS256';
  public_jwk: JSONColumnType<PartnerJwk>;
  active: boolean;
  created_at: Generated<Date>;
}

interface UsedTokenTable {
  /** `partner:<map_system_id>`, `handover` or `purchase`. */
  issuer: string;
  jti: string;
  /** Expiry of the token; the row can be deleted afterwards. */
  expires_at: Date;
}
