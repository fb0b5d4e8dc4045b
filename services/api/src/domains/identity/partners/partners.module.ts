import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { refuseOtherMember } from '../../../platform/http/refuse-other-member.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { Sessions } from '../sessions/sessions.module.ts';
import { createKeyRing } from './key-ring.ts';
import { makePartnerHandover, startPartnerSession, takeHandover } from './partner-session.ts';
import { PartnersStore, type PurchaseCaps } from './partners.store.ts';
import { type PurchaseGrant, readPurchaseToken } from './purchase-token.ts';

export { loadPartners } from './load-partners.ts';
export type { PurchaseGrant } from './purchase-token.ts';

/** How often the tokens that nobody could use any more are forgotten. */
const SWEEP_MS = 10 * 60_000;

/** What the purchase for a partner's member asks of this module. */
export interface Purchases {
  /**
   * What a purchase token allows.
   *
   * @throws {ApiError} `purchase_token_invalid`: forged, expired, for another path, or no purchase token
   */
  readPurchaseToken(token: string): Promise<PurchaseGrant>;
  /**
   * Uses the grant up, in the transaction of the purchase: rolled back, it is good again; of two at once one buys.
   *
   * @throws {ApiError} `token_used`
   */
  usePurchaseGrant(trx: Transaction<Database>, grant: PurchaseGrant): Promise<void>;
  /**
   * What a partner's members may buy for in a day; `null` where there is no such partner. Others who ask wait until the
   * transaction ends, so that what was bought by then can be summed.
   */
  lockCaps(trx: Transaction<Database>, mapSystemId: string): Promise<PurchaseCaps | null>;
  /** The same, for who only looks. */
  findCaps(mapSystemId: string): Promise<PurchaseCaps | null>;
}

/** Purchase tokens on this database; `purchaseSecret` as the configuration has it. */
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
      const taken = await store.takeToken(trx, { issuer: 'purchase', jti, expiresAt });
      if (!taken) throw new ApiError('token_used');
    },
    lockCaps: async (trx, mapSystemId) => (await store.lockCaps(trx, mapSystemId)) ?? null,
    findCaps: async (mapSystemId) => (await store.findCaps(mapSystemId)) ?? null,
  };
}

export interface PartnersModuleDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly members: Members;
  readonly sessions: Sessions;
  /** This site's address, without a slash at its end. */
  readonly publicUrl: string;
  readonly handoverSecret: string;
  readonly purchaseSecret: string;
}

/** External mode: partners sign their members in, here or by a sealed link. */
export function createPartnersModule(options: PartnersModuleDeps): ApiModule {
  const { db, clock, logger, members } = options;
  const store = new PartnersStore(db);
  const deps = {
    ...options,
    store,
    handoverKeys: createKeyRing(options.handoverSecret, 'handover'),
    purchaseKeys: createKeyRing(options.purchaseSecret, 'purchase'),
  };
  const pruning = every(SWEEP_MS, () => store.deleteExpiredTokens(clock()), {
    name: 'partner_token_prune',
    logger,
  });
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
        data: await takeHandover(deps, body.data, { ip, userAgent }),
      }),
    },
    start: () => pruning.start(),
    stop: () => pruning.stop(),
  };
}
