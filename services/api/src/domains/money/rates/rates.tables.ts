import type { Generated } from 'kysely';

/** The tables of this module. */
export interface RateTables {
  exchange_rate_sheet: ExchangeRateSheetTable;
  exchange_rate: ExchangeRateTable;
  exchange_rate_check: ExchangeRateCheckTable;
}

interface ExchangeRateSheetTable {
  base_code: string;
  as_of: Date;
  source: string;
  /** The operator; `null` for the fetch job. */
  updated_by: string | null;
  updated_at: Date;
  version: Generated<number>;
}

interface ExchangeRateTable {
  base_code: string;
  code: string;
  /** A decimal number as text. */
  rate: string;
}

interface ExchangeRateCheckTable {
  base_code: string;
  next_at: Date;
}
