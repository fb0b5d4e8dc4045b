import type { ApiModule } from '../../../platform/http/handler.ts';
import type { CatalogueChanged, CatalogueDeskDeps } from './catalogue-parts.ts';
import { createCodeHandlers } from './code-handlers.ts';
import { createGiftHandlers } from './gift-handlers.ts';
import { createPartnerHandlers } from './partner-handlers.ts';
import { createPriceHandlers } from './price-handlers.ts';

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
