import { z } from 'zod';
import type { SlipReceiver } from './slip-request.ts';

const Accounts = z.array(z.object({ number: z.string(), name_th: z.string() }));

/** The first account of `BANK_ACCOUNTS`, which slips show as the receiver; an invented one where there is none. */
export function readSlipReceiver(bankAccounts: string): SlipReceiver {
  try {
    const [account] = Accounts.parse(JSON.parse(bankAccounts));
    if (account !== undefined) return { name: account.name_th, number: account.number };
  } catch {
    // Whoever takes transfers says what is wrong with it; a slip can be drawn all the same.
  }
  return { name: 'บริษัท ตัวอย่าง จำกัด', number: '000-0-00000-0' };
}
