/** Entropy that a secret needs. */
export const SECRET_BITS_MIN = 128;
/** Distinct characters: 128 random bits in hexadecimal have 13 on average, and 8 once in a million. */
const LETTERS_MIN = 8;
/** Command that generates a strong secret. */
export const MAKE_SECRET = 'openssl rand -hex 32';

/** Returns the maximum entropy of a text by its length and alphabet: hexadecimal, base64, or plain text. */
function bitsAtMost(secret: string): number {
  if (/^[\da-f]+$/i.test(secret)) return secret.length * 4;
  const base64 = /^([\w+/-]+)={0,2}$/.exec(secret)?.[1];
  if (base64 !== undefined) return base64.length * 6;
  // Text chosen by people has about half the entropy that its alphabet allows.
  return secret.length * 4;
}

/** Whether the text repeats a shorter text, as in `abcabcabc`. */
const isRepetition = (secret: string): boolean =>
  `${secret}${secret}`.indexOf(secret, 1) < secret.length;

/** Whether most characters follow their predecessor, as in `0123456789abcdef`. */
function isSequence(secret: string): boolean {
  let steps = 0;
  for (let index = 1; index < secret.length; index += 1) {
    const step = secret.charCodeAt(index) - secret.charCodeAt(index - 1);
    if (Math.abs(step) <= 1) steps += 1;
  }
  return steps > secret.length / 2;
}

/** Whether length and variety of a secret allow 128 bits of entropy. */
export const isStrongSecret = (secret: string): boolean =>
  bitsAtMost(secret) >= SECRET_BITS_MIN &&
  new Set(secret).size >= LETTERS_MIN &&
  !isRepetition(secret) &&
  !isSequence(secret);

/** Returns the secrets of a comma-separated list: the current one first, and earlier ones during a rotation. */
export const splitSecrets = (list: string): string[] =>
  list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');
