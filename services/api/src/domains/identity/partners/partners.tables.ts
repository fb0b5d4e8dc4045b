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
  /** Limit of the purchases of all members of the partner per Bangkok day. */
  per_day_max_satang: number;
  /** Limit of the purchases of one member per Bangkok day. */
  member_per_day_max_satang: number;
  created_at: Generated<Date>;
  /** `console` once the partner was changed in the console. The file then no longer changes the partner. */
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
  /** When the token expires. The row can be deleted afterwards. */
  expires_at: Date;
}
