/** What a secret has to have: nobody guesses 2^128 values. */
export const SECRET_BITS_MIN = 128;
/** Of the different letters that even 128 random bits in hexadecimal have (13 on average, 8 once in a million). */
const LETTERS_MIN = 8;
/** How an operator makes a good one. */
export const MAKE_SECRET = 'openssl rand -hex 32';

/** The most bits that a text of this length and alphabet can hold: as hexadecimal, as base64, else as bytes of text. */
function bitsAtMost(secret: string): number {
  if (/^[\da-f]+$/i.test(secret)) return secret.length * 4;
  const base64 = /^([\w+/-]+)={0,2}$/.exec(secret)?.[1];
  if (base64 !== undefined) return base64.length * 6;
  // Words and signs of a keyboard: half of what they could hold, since people choose them.
  return secret.length * 4;
}

/** Whether it is one shorter text over and over, as `abcabcabc`. */
const repeatsItself = (secret: string): boolean =>
  `${secret}${secret}`.indexOf(secret, 1) < secret.length;

/** Whether most letters follow the one before them, as in `0123456789abcdef`. */
function counts(secret: string): boolean {
  let steps = 0;
  for (let index = 1; index < secret.length; index += 1) {
    const step = secret.charCodeAt(index) - secret.charCodeAt(index - 1);
    if (Math.abs(step) <= 1) steps += 1;
  }
  return steps > secret.length / 2;
}

/** Whether a secret may hold 128 bits, as far as its length and variety tell. */
export const isStrongSecret = (secret: string): boolean =>
  bitsAtMost(secret) >= SECRET_BITS_MIN &&
  new Set(secret).size >= LETTERS_MIN &&
  !repeatsItself(secret) &&
  !counts(secret);
