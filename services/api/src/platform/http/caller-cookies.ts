import { hash, randomBytes } from 'node:crypto';
import type { Language } from '@sangwian/contract/endpoints/member';

const LANGUAGE = /(?:^|;\s*)language=(TH|EN)(?:;|$)/;
const DEVICE = /(?:^|;\s*)sangwian_device=([\w-]{43})(?:;|$)/;
/** Over https, browsers accept this cookie name only from the site itself, not from sibling hosts. */
const HOST_DEVICE = /(?:^|;\s*)__Host-sangwian_device=([\w-]{43})(?:;|$)/;
const DEVICE_BYTES = 32;
/** Maximum cookie lifetime in browsers, renewed by every sign-in. */
const DEVICE_DAYS = 400;

/** The browser that makes a call, recognised by its device cookie. */
export interface Device {
  /** SHA-256 of its device secret; `null` if no member has signed in there yet. */
  readonly hash: Buffer | null;
  /** Sets the device cookie if needed. Returns the hash of its secret. */
  remember(): Buffer;
}

/** Returns the language in the cookie of the pages; `null` if none was chosen. */
export const cookieLanguage = (cookie: string | undefined): Language | null =>
  (LANGUAGE.exec(cookie ?? '')?.[1] as Language | undefined) ?? null;

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * Returns the device of a call. Its cookie grants no access: it only distinguishes a member's known browsers from other
 * browsers. Scripts cannot read it and other sites cannot send it.
 *
 * @param isSecure whether `PUBLIC_URL` is https; then the cookie has the prefix `__Host-`
 * @param setCookie adds a `Set-Cookie` header to the response
 */
export function deviceOf(
  cookie: string | undefined,
  isSecure: boolean,
  setCookie: (cookie: string) => void,
): Device {
  const known = (isSecure ? HOST_DEVICE : DEVICE).exec(cookie ?? '')?.[1] ?? null;
  let remembered: Buffer | null = null;
  return {
    hash: known === null ? null : hashOf(known),
    remember: () => {
      // One call may both sign in and verify a phone, and both must use the same secret.
      if (remembered !== null) return remembered;
      const secret = known ?? randomBytes(DEVICE_BYTES).toString('base64url');
      remembered = hashOf(secret);
      // The `__Host-` prefix requires `Path=/` and https.
      const name = isSecure ? '__Host-sangwian_device' : 'sangwian_device';
      const scope = isSecure ? 'Path=/; Secure' : 'Path=/api/v1';
      setCookie(
        `${name}=${secret}; ${scope}; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict`,
      );
      return remembered;
    },
  };
}

/** Device of a call without a browser. */
export const NO_DEVICE: Device = { hash: null, remember: () => hashOf('') };
