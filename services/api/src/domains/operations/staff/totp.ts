import { generateSecret, generateURI, verifySync } from 'otplib';

const PERIOD_S = 30;
const DIGITS = /^\d{6}$/;
const ISSUER = 'Sangwian';

/** Returns a new secret of 160 bits, in base32. */
export const createTotpSecret = (): string => generateSecret({ length: 20 });

/** Returns the `otpauth:` URI that an authenticator app reads from a QR code. */
export const totpUriOf = (secret: string, label: string): string =>
  generateURI({ issuer: ISSUER, label, secret });

export const isTotpCode = (code: string): boolean => DIGITS.test(code.trim());

/**
 * Verifies a TOTP code (RFC 6238), and also accepts the previous and the next time step.
 *
 * @returns the code's time step, or `null` if the code is wrong
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  if (!isTotpCode(code)) return null;
  const result = verifySync({
    strategy: 'totp',
    secret,
    token: code.trim(),
    epoch: Math.floor(now.getTime() / 1000),
    period: PERIOD_S,
    epochTolerance: PERIOD_S,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
