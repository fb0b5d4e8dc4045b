import { LIMITS } from '@sangwian/contract/limits';
import { normalizeText } from '@sangwian/contract/rules/normalize-text';

const THAI_ZERO = '๐'.charCodeAt(0);
const PIN = new RegExp(`^[0-9]{${LIMITS.pinDigits}}$`);
const BUDDHIST_YEARS = 543;

/** Parses a PIN of six Thai or Arabic digits. Returns `null` if it is malformed. */
export function parsePin(text: string): string | null {
  const digits = normalizeText(text, 'NFKC').replace(/[๐-๙]/g, (digit) =>
    String(digit.charCodeAt(0) - THAI_ZERO),
  );
  return PIN.test(digits) ? digits : null;
}

/** Keypad patterns and popular numbers that the rules below do not cover. */
const COMMON: ReadonlySet<string> = new Set([
  '102030',
  '123321',
  '112233',
  '332211',
  '147258',
  '258147',
  '147852',
  '258369',
  '147963',
  '159753',
  '159357',
  '357159',
  '321654',
  '123654',
  '456123',
  '789456',
  '654987',
  '142536',
  '246810',
  '135790',
  '131313',
  '142857',
  '123789',
  '987321',
  '520520',
  '168168',
  '191919',
]);

/** Matches repeated groups: 111111, 121212, 123123. */
const isRepeated = (pin: string): boolean => /^(\d{1,3}?)\1+$/.test(pin);

/** Returns whether all digits differ from the previous digit by the same step: 123456, 098765, 246802. */
function isSequence(pin: string): boolean {
  const steps = [...pin]
    .slice(1)
    .map((digit, index) => (Number(digit) - Number(pin[index]) + 10) % 10);
  return steps.every((step) => step === steps[0]);
}

/** Returns the usual notations of a birth date, by the Christian and the Buddhist calendar. */
function birthDateDigits(birthDate: string): string[] {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  return [year, String(Number(year) + BUDDHIST_YEARS)].flatMap((full) => {
    const short = full.slice(-2);
    return [
      `${day}${month}${short}`,
      `${month}${day}${short}`,
      `${short}${month}${day}`,
      `${full}${month}`,
      `${month}${full}`,
    ];
  });
}

export interface PinOwner {
  /** E.164. */
  readonly phone: string | null;
  /** `YYYY-MM-DD`. */
  readonly birthDate: string | null;
}

/**
 * Returns `pin_common` for a PIN that is easy to guess, from common patterns or from the member's phone or birth date;
 * otherwise `null`.
 */
export function pinErrorOf(pin: string, { phone, birthDate }: PinOwner): 'pin_common' | null {
  const isGuessable =
    COMMON.has(pin) ||
    isRepeated(pin) ||
    isSequence(pin) ||
    (phone?.endsWith(pin) ?? false) ||
    (birthDate !== null && birthDateDigits(birthDate).includes(pin));
  return isGuessable ? 'pin_common' : null;
}
