import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { AccountStatusModule } from '../account-status/account-status.module.ts';
import type { Members } from '../members/members.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { createKeyRing } from './key-ring.ts';
import { makePartnerHandover, startPartnerSession, useHandover } from './partner-session.ts';
import { PartnersStore, type PurchaseCaps } from './partners.store.ts';
import { type PurchaseGrant, readPurchaseToken } from './purchase-token.ts';

export { loadPartners } from './load-partners.ts';
export { createPartnerDesk, type PartnerDesk } from './partner-desk.ts';
export type { PartnerRow } from './partners.store.ts';
export type { PurchaseGrant } from './purchase-token.ts';

/** Purchase tokens and purchase limits, for purchases that a partner pays for. */
export interface Purchases {
  /**
   * Verifies a purchase token and returns its content.
   *
   * @throws {ApiError} `purchase_token_invalid`: forged, expired, for another path or malformed
   */
  readPurchaseToken(token: string): Promise<PurchaseGrant>;
  /**
   * Marks a purchase token as used in the transaction of the purchase; a rollback makes the token usable again. Of two
   * concurrent calls, one succeeds.
   *
   * @throws {ApiError} `token_used`
   */
  usePurchaseGrant(trx: Transaction<Database>, grant: PurchaseGrant): Promise<void>;
  /**
   * Returns a partner's purchase limits, or `null` for an unknown partner. Locks the limits until the transaction ends,
   * so that concurrent purchases are added up one after the other.
   */
  lockCaps(trx: Transaction<Database>, mapSystemId: string): Promise<PurchaseCaps | null>;
  /** Returns the purchase limits without locking them. */
  findCaps(mapSystemId: string): Promise<PurchaseCaps | null>;
}

export function createPurchases(
  db: Kysely<Database>,
  clock: Clock,
  purchaseSecret: string,
): Purchases {
  const store = new PartnersStore(db);
  const keys = createKeyRing(purchaseSecret, 'purchase');
  return {
    readPurchaseToken: (token) => readPurchaseToken(token, keys, clock()),
    usePurchaseGrant: async (trx, { jti, expiresAt }) => {
      const isUnused = await store.useToken(trx, { issuer: 'purchase', jti, expiresAt });
      if (!isUnused) throw new ApiError('token_used');
    },
    lockCaps: async (trx, mapSystemId) => (await store.lockCaps(trx, mapSystemId)) ?? null,
    findCaps: async (mapSystemId) => (await store.findCaps(mapSystemId)) ?? null,
  };
}

export interface PartnersModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Members;
  readonly sessions: Sessions;
  readonly accountStatus: Pick<AccountStatusModule, 'barredErrorOf'>;
  /** URL of this site without a trailing slash. */
  readonly publicUrl: string;
  readonly handoverSecret: string;
  readonly purchaseSecret: string;
}

/** Creates the module of partners, which sign their members in directly or by an encrypted link. */
export function createPartnersModule(options: PartnersModuleDeps): ApiModule {
  const { db, clock, members } = options;
  const store = new PartnersStore(db);
  const deps = {
    ...options,
    store,
    handoverKeys: createKeyRing(options.handoverSecret, 'handover'),
    purchaseKeys: createKeyRing(options.purchaseSecret, 'purchase'),
  };
  return {
    handlers: {
      'POST /external/member/session': async ({ body, ip, userAgent }) => ({
        data: await startPartnerSession(deps, body, { ip, userAgent }),
      }),
      'GET /external/member/profile': async ({ query, bearer }) => {
        refuseOtherMember(bearer, query.member_id);
        const row = await members.find({ memberId: bearer.memberId });
        if (row === undefined || row.map_system_id !== query.map_system_id) {
          throw new ApiError('member_not_found');
        }
        return { data: await members.present(bearer.memberId) };
      },
      'POST /external/member/handover': async ({ body }) => ({
        data: await makePartnerHandover(deps, body, body.target),
      }),
      'POST /auth/member/handover': async ({ body, ip, userAgent }) => ({
        data: await useHandover(deps, body.data, { ip, userAgent }),
      }),
    },
    tasks: [
      {
        name: 'partner_token_prune',
        crontab: '*/10 * * * *',
        run: () => store.deleteExpiredTokens(clock()),
      },
    ],
  };
}
