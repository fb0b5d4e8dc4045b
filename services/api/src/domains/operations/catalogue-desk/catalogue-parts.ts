import type { Bus } from '../../../platform/bus/bus.ts';
import type { PartnerDesk } from '../../identity/partners/partners.module.ts';
import type { GiftCatalogue } from '../../live/gifts/gifts.module.ts';
import type { CoinsModule } from '../../money/coins/coins.module.ts';
import type { RatesModule } from '../../money/rates/rates.module.ts';
import type { CodeBatches } from '../../money/redeem/redeem.module.ts';

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
