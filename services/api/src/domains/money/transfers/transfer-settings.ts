import type { PromptPayTarget } from '@sangwian/money/promptpay';

/** An account of ours as the wire shows it. */
export interface BankAccount {
  readonly bank_code: string;
  readonly bank_name_th: string;
  readonly bank_name_en: string;
  readonly account_number: string;
  readonly account_name_th: string;
  readonly account_name_en: string;
}

/** Where members transfer to; nothing of it configured: those methods are not available. */
export interface TransferSettings {
  readonly accounts: readonly BankAccount[];
  readonly promptPay: PromptPayTarget | null;
}
