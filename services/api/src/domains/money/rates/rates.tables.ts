/** Rows of the tables that this module owns. */
export interface RateTables {
  exchange_rate_sheet: ExchangeRateSheetTable;
  exchange_rate: ExchangeRateTable;
  exchange_rate_check: ExchangeRateCheckTable;
}

interface ExchangeRateSheetTable {
  base_code: string;
  as_of: Date;
  source: string;
  /** `null`: the adapter. */
  updated_by: string | null;
  updated_at: Date;
}

interface ExchangeRateTable {
  base_code: string;
  code: string;
  /** A decimal. */
  rate: string;
}

interface ExchangeRateCheckTable {
  base_code: string;
  next_at: Date;
}
