import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import type { Orders } from '../orders/orders.module.ts';
import type { Wallet } from '../wallet/wallet.module.ts';
import { type PurchaseDeps, purchaseCoins } from './purchase-coins.ts';
import { readAccount } from './read-account.ts';

export interface PartnerPurchasesModuleDeps extends PurchaseDeps {
  readonly db: Kysely<Database>;
  readonly orders: Orders;
  readonly wallet: Pick<Wallet, 'readBalance'>;
}

/** Creates the module of coin purchases on partners' accounts, and of the operators' view of these accounts. */
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
      'GET /operator/partner/{map_system_id}/account': async ({ params, query }) => ({
        data: await readAccount(deps, { mapSystemId: params.map_system_id, ...query }),
      }),
    },
  };
}
