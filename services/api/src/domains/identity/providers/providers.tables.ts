import type { Generated } from 'kysely';
import type { LinkProvider } from '../members/members.tables.ts';

/** Rows of the tables that this module owns. */
export interface ProviderTables {
  apple_return: AppleReturnTable;
  link_revocation: LinkRevocationTable;
}

interface AppleReturnTable {
  /** base64url(SHA-256) of the browser's `state_verifier`. */
  state: string;
  code: string;
  first_name: string | null;
  last_name: string | null;
  expires_at: Date;
}

interface LinkRevocationTable {
  link_revocation_id: Generated<string>;
  provider: LinkProvider;
  sealed_token: Buffer;
  attempts: Generated<number>;
  next_attempt_at: Date;
}
