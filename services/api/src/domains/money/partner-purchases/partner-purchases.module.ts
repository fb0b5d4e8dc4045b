import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { Database } from '../../../schema/database.ts';
import type { Orders } from '../orders/orders.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { type PurchaseDeps, purchaseCoins } from './purchase-coins.ts';
import { readAccount } from './read-account.ts';

const Account = z.object({
  partner: z.string().min(1).max(64),
  /** Bangkok days, both inclusive. */
  from: z.iso.date(),
  to: z.iso.date(),
});

export interface PartnerPurchasesModuleDeps extends PurchaseDeps {
  readonly db: Kysely<Database>;
  readonly orders: Orders;
  readonly wallet: Pick<Wallet, 'readBalance'>;
}

/** Creates the module of coin purchases on partners' accounts. */
export function createPartnerPurchasesModule(deps: PartnerPurchasesModuleDeps): ApiModule {
  const { orders, wallet } = deps;
  return {
    handlers: {
      'POST /external/member/purchase': async ({ body, purchaseToken, idempotencyKey }) => {
        if (purchaseToken === null) throw new ApiError('purchase_token_invalid');
        const { memberId, orderId } = await purchaseCoins(deps, purchaseToken, idempotencyKey, {
          packageId: body.package_id,
          expectedSatang: body.expected_satang,
        });
        await orders.publish(orderId);
        const [order, balance] = await Promise.all([
          orders.present(orderId),
          wallet.readBalance(memberId),
        ]);
        return { data: { order, balance } };
      },
    },
    registerInternal: (app) => {
      app.get('/partners/account', (request) => {
        const { partner, from, to } = parseValue(Account, request.query);
        return readAccount(deps, { mapSystemId: partner, from, to });
      });
    },
  };
}
