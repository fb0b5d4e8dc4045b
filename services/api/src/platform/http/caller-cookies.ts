import { hash, randomBytes } from 'node:crypto';
import type { Language } from '@sangwian/contract/endpoints/member';

const LANGUAGE = /(?:^|;\s*)language=(TH|EN)(?:;|$)/;
const DEVICE = /(?:^|;\s*)sangwian_device=([\w-]{43})(?:;|$)/;
/** On https browsers take a cookie of this name from the site itself alone, never from a neighbouring host. */
const HOST_DEVICE = /(?:^|;\s*)__Host-sangwian_device=([\w-]{43})(?:;|$)/;
const DEVICE_BYTES = 32;
/** As long as browsers keep a cookie at the most; every sign-in begins it anew. */
const DEVICE_DAYS = 400;

/** The browser behind a call, as far as it lets itself be known again. */
export interface Device {
  /** SHA-256 of the secret that it keeps; `null`: nobody has signed in there yet. */
  readonly hash: Buffer | null;
  /** Gives it a secret to be known by where it has none, and gives the hash to know it by. */
  remember(): Buffer;
}

/** The language that the fan chose, as the pages keep it; `null` where none was chosen. */
export const cookieLanguage = (cookie: string | undefined): Language | null =>
  (LANGUAGE.exec(cookie ?? '')?.[1] as Language | undefined) ?? null;

const hashOf = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/**
 * The device of a call. Its cookie opens nothing: it only tells a browser that a member has used before from one of a
 * stranger, so no script may read it and no other site sends it.
 *
 * @param isSecure whether `PUBLIC_URL` is https; then the cookie has the prefix `__Host-`
 * @param setCookie sends a `Set-Cookie` header with the answer
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
      // One call may sign in and prove a phone: both have to know the browser by the same secret.
      if (remembered !== null) return remembered;
      const secret = known ?? randomBytes(DEVICE_BYTES).toString('base64url');
      remembered = hashOf(secret);
      // A name with that prefix wants the whole site as its path; plain http, as on localhost, cannot have it.
      const name = isSecure ? '__Host-sangwian_device' : 'sangwian_device';
      const scope = isSecure ? 'Path=/; Secure' : 'Path=/api/v1';
      setCookie(
        `${name}=${secret}; ${scope}; Max-Age=${DEVICE_DAYS * 86_400}; HttpOnly; SameSite=Strict`,
      );
      return remembered;
    },
  };
}

/** Of a call that no browser made. */
export const NO_DEVICE: Device = { hash: null, remember: () => hashOf('') };
