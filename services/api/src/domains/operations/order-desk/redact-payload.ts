/** Fields that give access, or identify a card or its holder beyond what support needs. */
const SECRET_FIELD =
  /(token|secret|signature|password|authori[sz]ation|cvv|cvc|security_code|fingerprint|^ip$|^first_digits$|^expiration_|^street|^postal_code$|^phone_number$)/i;
const LEFT_OUT = '•••';
/** Deeper values are left out, so that a hostile body cannot exhaust the stack. */
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

/** Returns a webhook's body as indented JSON without secrets; `null` if it is empty or not JSON. */
export function redactPayload(body: Buffer): string | null {
  try {
    return JSON.stringify(redact(JSON.parse(body.toString('utf8')), 0), null, 2);
  } catch {
    return null;
  }
}
