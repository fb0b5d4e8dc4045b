import type { PromptPayTarget } from '@sangwian/money/promptpay';

/** One of our accounts, as presented on the wire. */
export interface BankAccount {
  readonly bank_code: string;
  readonly bank_name_th: string;
  readonly bank_name_en: string;
  readonly account_number: string;
  readonly account_name_th: string;
  readonly account_name_en: string;
}

/** Where members transfer to. A method without its setting is not offered. */
export interface TransferSettings {
  readonly accounts: readonly BankAccount[];
  readonly promptPay: PromptPayTarget | null;
}
