import { z } from 'zod';
import type { SlipReceiver } from './slip-request.ts';

const Accounts = z.array(z.object({ number: z.string(), name_th: z.string() }));

/** Returns the receiver on slips: the first account of `BANK_ACCOUNTS`, or an invented one. */
export function readSlipReceiver(bankAccounts: string): SlipReceiver {
  try {
    const [account] = Accounts.parse(JSON.parse(bankAccounts));
    if (account !== undefined) return { name: account.name_th, number: account.number };
  } catch {
    // The API reports an invalid value; slips do not depend on it.
  }
  return { name: 'บริษัท ตัวอย่าง จำกัด', number: '000-0-00000-0' };
}
