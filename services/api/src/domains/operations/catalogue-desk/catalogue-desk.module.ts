import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { PartnerDesk } from '../../identity/partners/partners.module.ts';
import type { GiftCatalogue } from '../../live/gifts/gifts.module.ts';
import type { CoinsModule } from '../../money/coins/coins.module.ts';
import type { RatesModule } from '../../money/rates/rates.module.ts';
import type { CodeBatches } from '../../money/redeem/redeem.module.ts';
import { createCodeHandlers } from './code-handlers.ts';
import { createGiftHandlers } from './gift-handlers.ts';
import { createPartnerHandlers } from './partner-handlers.ts';
import { createPriceHandlers } from './price-handlers.ts';

export interface CatalogueDeskDeps {
  readonly bus: Bus;
  readonly gifts: GiftCatalogue;
  readonly prices: CoinsModule['prices'];
  readonly rates: RatesModule['desk'];
  readonly codes: CodeBatches;
  readonly partners: PartnerDesk;
}

/** Publishes a change of the catalogue to the consoles. */
export type CatalogueChanged = (id?: string) => void;

/** Creates the module of the console's place Catalogue: gifts, prices, rates, codes and partners. */
export function createCatalogueDeskModule(deps: CatalogueDeskDeps): ApiModule {
  const changed: CatalogueChanged = (id) =>
    deps.bus.publish('staff:changed', {
      topic: 'catalogue',
      ...(id === undefined ? {} : { id }),
    });
  return {
    handlers: {
      ...createGiftHandlers(deps.gifts, changed),
      ...createPriceHandlers(deps, changed),
      ...createCodeHandlers(deps.codes, changed),
      ...createPartnerHandlers(deps.partners, changed),
    },
  };
}
