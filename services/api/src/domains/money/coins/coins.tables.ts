import type { Generated } from 'kysely';

/** The tables of this module. */
export interface CoinTables {
  coin_package: CoinPackageTable;
  coin_setting: CoinSettingTable;
  coin_price_change: CoinPriceChangeTable;
}

interface CoinPackageTable {
  /** The number of the package in the specification. */
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

/** This table has a single row. */
interface CoinSettingTable {
  only_one: Generated<boolean>;
  /** The price of one coin in custom amounts. */
  coin_price_satang: number;
  version: Generated<number>;
  updated_by: string | null;
}

interface CoinPriceChangeTable {
  coin_price_change_id: Generated<string>;
  /** The package; `null` for the price of one coin in custom amounts. */
  coin_package_id: number | null;
  price_before_satang: number;
  price_after_satang: number;
  active_before: boolean;
  active_after: boolean;
  reason: string;
  created_by: string;
  created_at: Date;
}
