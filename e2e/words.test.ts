import { ERROR_EN } from '@sangwian/contract/errors/en';
import { ERROR_TH } from '@sangwian/contract/errors/th';
import { ACCOUNT_WORDS } from './support/account-words.ts';
import { readMessages, reads } from './support/catalogues.ts';
import { ENTRANCE_WORDS } from './support/entrance-words.ts';
import { expect, test } from './support/journey.ts';
import { STORE_WORDS } from './support/store-words.ts';
import { WALLET_WORDS } from './support/wallet-words.ts';

/** Read over two messages at once, of each of which there is another line here. */
const COMPOSED = ['promptpay'];

const REFUSALS = Object.entries(ERROR_EN).map(([code, EN]) => ({
  EN,
  TH: ERROR_TH[code as keyof typeof ERROR_TH],
}));

for (const [name, { EN, TH }] of Object.entries({
  ACCOUNT_WORDS,
  ENTRANCE_WORDS,
  STORE_WORDS,
  WALLET_WORDS,
} as Record<string, Record<'EN' | 'TH', Record<string, string | RegExp>>>)) {
  test(`what a journey reads in one language stands for the same in the other: ${name}`, () => {
    const messages = [...readMessages(), ...REFUSALS];
    const strange = Object.keys(EN).filter(
      (key) =>
        !COMPOSED.includes(key) &&
        !messages.some(
          (message) => reads(message.EN, EN[key] ?? '') && reads(message.TH, TH[key] ?? ''),
        ),
    );
    expect(strange).toEqual([]);
    expect(Object.keys(TH)).toEqual(Object.keys(EN));
  });
}
