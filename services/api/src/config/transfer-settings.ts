import { parsePromptPayId } from '@sangwian/money/promptpay';
import { findThaiBank } from '@sangwian/money/thai-banks';
import { isProduction, variables } from '@sangwian/node-kit/environment';
import { VARIABLES } from '@sangwian/node-kit/variables';
import { z } from 'zod';

const ACCOUNTS_MAX = 10;
/** The sandbox's bank account and PromptPay id. Neither exists in reality. */
const SANDBOX = { bank: '999', promptPayId: '0000000000001' } as const;

const name = z.string().trim().min(1).max(100);
const Account = z
  .strictObject({
    /** The bank's three-digit code, as assigned by the Bank of Thailand. */
    bank: z.string().regex(/^\d{3}$/),
    number: z.string().regex(/^\d[\d-]{8,18}\d$/),
    name_th: name,
    name_en: name,
    /** Required for banks that `findThaiBank` does not know. */
    bank_name_th: name.optional(),
    bank_name_en: name.optional(),
  })
  .transform((account, context) => {
    const bank = findThaiBank(account.bank);
    const th = account.bank_name_th ?? bank?.th;
    const en = account.bank_name_en ?? bank?.en;
    if (th === undefined || en === undefined) {
      const message = `bank ${account.bank} needs bank_name_th and bank_name_en`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
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
/** One of the site's bank accounts, in its wire format. */
export type BankAccount = z.output<typeof Account>;

function parseJson(text: string, context: z.core.$RefinementCtx): unknown {
  if (text.trim() === '') return [];
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}

/** The bank accounts to which members transfer. A transfer method without an account is not available. */
export const TransferSettings = variables('NODE_ENV')
  .extend({
    BANK_ACCOUNTS: VARIABLES.BANK_ACCOUNTS.transform(parseJson).pipe(
      z.array(Account).max(ACCOUNTS_MAX),
    ),
    PROMPTPAY_ID: VARIABLES.PROMPTPAY_ID.transform((text, context) => {
      const target = text.trim() === '' ? null : parsePromptPayId(text);
      if (text.trim() !== '' && target === null) {
        const message =
          'must be a mobile phone, a national or tax id, an e-wallet’s 15 digits, or biller: with 15 digits';
        context.addIssue({ code: 'custom', message });
      }
      return target;
    }),
  })
  .refine(
    (values) =>
      !isProduction(values) ||
      values.BANK_ACCOUNTS.every(({ bank_code }) => bank_code !== SANDBOX.bank),
    { path: ['BANK_ACCOUNTS'], error: 'contains the sandbox’s bank, which production refuses' },
  )
  .refine((values) => !isProduction(values) || values.PROMPTPAY_ID?.id !== SANDBOX.promptPayId, {
    path: ['PROMPTPAY_ID'],
    error: 'is the sandbox’s id, which cannot receive payments',
  })
  .transform((values) => ({ accounts: values.BANK_ACCOUNTS, promptPay: values.PROMPTPAY_ID }));
export type TransferSettings = z.output<typeof TransferSettings>;

export const RateSettings = variables('RATES_URL', 'RATES_SOURCE').transform((values) =>
  values.RATES_URL === '' ? null : { url: values.RATES_URL, source: values.RATES_SOURCE },
);
