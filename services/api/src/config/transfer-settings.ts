import { type PromptPayTarget, parsePromptPayId } from '@sangwian/money/promptpay';
import { findThaiBank } from '@sangwian/money/thai-banks';
import { ConfigurationError, type Environment } from '@sangwian/node-kit/environment';
import { z } from 'zod';

const ACCOUNTS_MAX = 10;
/** Of the sandbox's bank, which does not exist, and an id that nobody has. */
const SANDBOX = { bank: '999', promptPayId: '0000000000001' } as const;

const name = z.string().trim().min(1).max(100);
const BankAccounts = z
  .array(
    z.strictObject({
      /** The Bank of Thailand's three digits. */
      bank: z.string().regex(/^\d{3}$/),
      number: z.string().regex(/^\d[\d-]{8,18}\d$/),
      name_th: name,
      name_en: name,
      /** Of a bank that is not in our own table. */
      bank_name_th: name.optional(),
      bank_name_en: name.optional(),
    }),
  )
  .max(ACCOUNTS_MAX);

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

function readAccounts(text: string): BankAccount[] {
  if (text.trim() === '') return [];
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ConfigurationError('BANK_ACCOUNTS must be JSON');
  }
  const parsed = BankAccounts.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigurationError(`BANK_ACCOUNTS: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return parsed.data.map((account) => {
    const bank = findThaiBank(account.bank);
    const th = account.bank_name_th ?? bank?.th;
    const en = account.bank_name_en ?? bank?.en;
    if (th === undefined || en === undefined) {
      throw new ConfigurationError(
        `BANK_ACCOUNTS: bank ${account.bank} needs bank_name_th and bank_name_en`,
      );
    }
    return {
      bank_code: account.bank,
      bank_name_th: th,
      bank_name_en: en,
      account_number: account.number,
      account_name_th: account.name_th,
      account_name_en: account.name_en,
    };
  });
}

function readPromptPay(text: string): PromptPayTarget | null {
  if (text.trim() === '') return null;
  const target = parsePromptPayId(text);
  if (target === null) {
    throw new ConfigurationError(
      'PROMPTPAY_ID must be a mobile phone, a national or tax id, an e-wallet’s 15 digits, or biller: with 15 digits',
    );
  }
  return target;
}

/**
 * Where members transfer to.
 *
 * @throws {ConfigurationError} on what cannot be used; in production also on the sandbox's account and PromptPay id
 */
export function readTransferSettings(
  environment: Environment,
  production: boolean,
): TransferSettings {
  const settings = {
    accounts: readAccounts(environment.text('BANK_ACCOUNTS')),
    promptPay: readPromptPay(environment.text('PROMPTPAY_ID')),
  };
  if (production && settings.accounts.some((account) => account.bank_code === SANDBOX.bank)) {
    throw new ConfigurationError(
      'BANK_ACCOUNTS names the sandbox’s bank, which production has not',
    );
  }
  if (production && settings.promptPay?.id === SANDBOX.promptPayId) {
    throw new ConfigurationError('PROMPTPAY_ID is the sandbox’s, which nobody can pay to');
  }
  return settings;
}
