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
  /** What all its members together may buy for on its account in a day of Bangkok. */
  per_day_max_satang: number;
  /** What one of them may. */
  member_per_day_max_satang: number;
  created_at: Generated<Date>;
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
  /** Until then it would be good; afterwards the row may go. */
  expires_at: Date;
}
