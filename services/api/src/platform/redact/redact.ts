/** Fields that grant access, or that identify a payment card or its holder in more detail than support needs. */
const SECRET_FIELD =
  /(token|secret|signature|password|authori[sz]ation|cvv|cvc|security_code|fingerprint|^ip$|^first_digits$|^expiration_|^street|^postal_code$|^phone_number$)/i;
const LEFT_OUT = '•••';
/** Deeper values are omitted, so that a hostile body cannot exhaust the stack. */
const DEPTH_MAX = 12;

function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH_MAX) return LEFT_OUT;
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_FIELD.test(name) && item !== null ? LEFT_OUT : redact(item, depth + 1),
    ]),
  );
}

/** Returns a JSON body as indented JSON without secrets; `null` if it is empty or not JSON. */
export function redactPayload(body: Buffer): string | null {
  try {
    return JSON.stringify(redact(JSON.parse(body.toString('utf8')), 0), null, 2);
  } catch {
    return null;
  }
}

const URL_CREDENTIALS = /(\b[a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/gi;
const NAMED_SECRET =
  /\b((?:[\w-]*(?:token|secret|password|signature|authori[sz]ation)|key)["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"',;&)]+/gi;
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const EMAIL = /[^\s<>"'@:/•]+@[^\s<>"'@:]+\.[a-z]{2,}/gi;
/** A longer text is cut before it is processed, so that a huge text costs nothing. */
const READ_FACTOR = 4;

/** Returns a text of at most `charsMax` characters without credentials and e-mail addresses. */
export function redactText(text: string, charsMax: number): string {
  const clean = text
    .slice(0, charsMax * READ_FACTOR)
    .replace(URL_CREDENTIALS, `$1${LEFT_OUT}@`)
    .replace(NAMED_SECRET, `$1${LEFT_OUT}`)
    .replace(BEARER, `$1 ${LEFT_OUT}`)
    .replace(EMAIL, LEFT_OUT);
  return clean.length <= charsMax ? clean : `${clean.slice(0, charsMax - 1)}…`;
}
