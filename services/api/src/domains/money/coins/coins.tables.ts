import type { Generated } from 'kysely';

/** Rows of the tables that this module owns. */
export interface CoinTables {
  coin_package: CoinPackageTable;
  coin_setting: CoinSettingTable;
  coin_price_change: CoinPriceChangeTable;
}

interface CoinPackageTable {
  /** Number of the specification. */
  coin_package_id: number;
  name: string;
  base_coins: number;
  bonus_coins: number;
  price_satang: number;
  is_active: Generated<boolean>;
  position: number;
  version: Generated<number>;
  updated_by: string | null;
}

/** Has one row. */
interface CoinSettingTable {
  only_one: Generated<boolean>;
  /** Price of one coin in a custom amount. */
  coin_price_satang: number;
  version: Generated<number>;
  updated_by: string | null;
}

interface CoinPriceChangeTable {
  coin_price_change_id: Generated<string>;
  /** `null` for the price of one coin in a custom amount. */
  coin_package_id: number | null;
  price_before_satang: number;
  price_after_satang: number;
  active_before: boolean;
  active_after: boolean;
  reason: string;
  created_by: string;
  created_at: Date;
}
