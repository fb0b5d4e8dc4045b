import { compileTrust } from '@sangwian/node-kit/http/client-address';
import { createOrderDeskModule } from './domains/operations/order-desk/order-desk.module.ts';
import { createSwitchDeskModule } from './domains/operations/switch-desk/switch-desk.module.ts';
import type { Live } from './live.compose.ts';
import type { Money } from './money.compose.ts';
import type { ApiModule } from './platform/http/handler.ts';
import { createProxyModule } from './platform/proxy/proxy.module.ts';
import type { Platform } from './platform.compose.ts';
import { createSampleSeasonModule } from './sample-season/sample-season.module.ts';

/** Creates the operators' endpoints, the sample season's director, and the proxy to media and sandbox. */
export function composeOperations(
  { config, db, bus, clock, logger, switches }: Platform,
  { orders, slips }: Money,
  { boutControl }: Live,
): readonly ApiModule[] {
  return [
    createOrderDeskModule({ orders, slips }),
    createSwitchDeskModule({ db, clock, switches }),
    createSampleSeasonModule({ db, bus, clock, logger, show: boutControl }),
    createProxyModule({
      mediaInternalUrl: config.upstream.mediaInternalUrl,
      sandboxUrl: config.upstream.sandboxUrl,
      trust: compileTrust(config.http.trustProxy),
      logger,
    }),
  ];
}
