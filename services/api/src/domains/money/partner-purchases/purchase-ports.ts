import type { MemberStatus } from '@sangwian/contract/endpoints/member';
import type { MemberId } from '@sangwian/contract/ids';
import type { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';

/** The permission of a partner for one purchase by one of its members. */
export interface PurchaseGrant {
  readonly memberId: MemberId;
  readonly mapSystemId: string;
  readonly maxSatang: number;
  /** Identifies the purchase that the token allows. */
  readonly jti: string;
  readonly expiresAt: Date;
}

/** Daily purchase limits of a partner and of each of its members. */
export interface PurchaseCaps {
  readonly isActive: boolean;
  readonly satangPerDayMax: number;
  readonly memberSatangPerDayMax: number;
}

/** The port to the purchase tokens and caps of partners. The identity domain implements it (`money.compose.ts`). */
export interface Purchases {
  /** @throws {ApiError} `purchase_token_invalid` */
  readPurchaseToken(token: string): Promise<PurchaseGrant>;
  /** Uses up the grant in the transaction of the purchase. @throws {ApiError} `token_used` */
  usePurchaseGrant(trx: Transaction<Database>, grant: PurchaseGrant): Promise<void>;
  /** Returns the caps and locks them until the transaction ends; `null` for an unknown partner. */
  lockCaps(trx: Transaction<Database>, mapSystemId: string): Promise<PurchaseCaps | null>;
  findCaps(mapSystemId: string): Promise<PurchaseCaps | null>;
}

/** The fields of a member that purchases on a partner's account need. */
export interface PartnerMember {
  readonly map_system_id: string | null;
  readonly status: MemberStatus;
  readonly status_reason: string | null;
  readonly status_since: Date | null;
  readonly status_until: Date | null;
}

/** The port to the members of partners. The identity domain implements it (`money.compose.ts`). */
export interface PartnerMembers {
  readonly lifecycle: { lock(trx: Transaction<Database>, memberId: string): Promise<unknown> };
  find(
    by: { readonly memberId: string },
    on?: Kysely<Database>,
  ): Promise<PartnerMember | undefined>;
}

/** Returns the error for a member who may not use the site; `null` for other members. */
export type MemberErrorOf = (member: PartnerMember) => ApiError | null;
