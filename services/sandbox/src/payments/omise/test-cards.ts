/** The failure of a test card. `enrolment` and `validation` are steps of 3-D Secure, before `charge`. */
export interface CardBehaviour {
  readonly fails: 'enrolment' | 'validation' | 'charge';
  readonly code: string;
}

/** Omise's test cards (docs.omise.co/api-testing): Visa, Mastercard, JCB. Any other valid number succeeds. */
const FAILING: ReadonlyArray<readonly [CardBehaviour, readonly string[]]> = [
  [
    { fails: 'charge', code: 'invalid_security_code' },
    ['4111111111160001', '5555551111130001', '3530111111110001'],
  ],
  [
    { fails: 'enrolment', code: 'payment_rejected' },
    ['4111111111150002', '5555551111120002', '3530111111100002'],
  ],
  [
    { fails: 'validation', code: 'payment_rejected' },
    ['4111111111140003', '5555551111110003', '3530111111190003'],
  ],
  [
    { fails: 'charge', code: 'insufficient_fund' },
    ['4111111111140011', '5555551111110011', '3530111111190011'],
  ],
  [
    { fails: 'charge', code: 'stolen_or_lost_card' },
    ['4111111111130012', '5555551111100012', '3530111111180012'],
  ],
  [
    { fails: 'charge', code: 'failed_processing' },
    ['4111111111120013', '5555551111190013', '3530111111170013'],
  ],
  [
    { fails: 'charge', code: 'payment_rejected' },
    ['4111111111110014', '5555551111180014', '3530111111160014'],
  ],
  [
    { fails: 'charge', code: 'failed_fraud_check' },
    ['4111111111190016', '5555551111160016', '3530111111140016'],
  ],
  [
    { fails: 'charge', code: 'invalid_account_number' },
    ['4111111111180017', '5555551111150017', '3530111111130017'],
  ],
];

const behaviours = new Map(
  FAILING.flatMap(([behaviour, numbers]) => numbers.map((number) => [number, behaviour] as const)),
);

/** Returns how the card fails, or `null`. */
export const behaviourOf = (number: string): CardBehaviour | null => behaviours.get(number) ?? null;

/** Omise's failure messages. */
const FAILURE_MESSAGES: Readonly<Record<string, string>> = {
  failed_fraud_check: 'card was marked as fraudulent',
  failed_processing: 'payment processing failed',
  insufficient_balance: 'insufficient balance in the account',
  insufficient_fund: 'insufficient funds in the account or the card has reached the credit limit',
  invalid_account: 'no valid account for the payment method was found',
  invalid_account_number: 'the account number is invalid',
  invalid_security_code: 'the security code is invalid',
  payment_cancelled: 'payment was cancelled by payer',
  payment_expired: 'payment expired',
  payment_rejected: 'payment was rejected by the issuer',
  stolen_or_lost_card: 'card was stolen or lost',
  timeout: 'payer did not act before the payment was closed',
};

export const failureMessage = (code: string): string => FAILURE_MESSAGES[code] ?? code;

/** Whether a number has 13 to 19 digits and a valid Luhn checksum. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const BRANDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'MasterCard'],
  [/^35/, 'JCB'],
  [/^3[47]/, 'American Express'],
  [/^(36|38|30)/, 'Diners Club'],
  [/^62/, 'UnionPay'],
  [/^6/, 'Discover'],
];

/** Returns the brand of a number; `null` for an unsupported one. */
export const brandOf = (number: string): string | null =>
  BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? null;
