import { returnPath } from '../navigation/navigation.ts';

export type ProviderName = 'line' | 'apple';

/** The purpose of a provider's sign-in: to sign in, or to link the account of the signed-in member. */
export type ProviderIntent = 'sign_in' | 'link';

/** A pending request to a provider. It is stored to verify the response. */
export interface PendingProvider {
  readonly provider: ProviderName;
  readonly intent: ProviderIntent;
  /** The page to return to. */
  readonly from: string;
  readonly state: string;
  /** LINE: the PKCE verifier. Apple: the preimage of `state`, because Apple receives the hash only. */
  readonly verifier: string;
  readonly nonce: string;
  readonly redirect_uri: string;
}

const NAME = 'provider';
/** The page to which providers redirect. Only this page needs the cookie. */
const PATH = '/sign-in';
/** Over HTTPS, browsers accept a `__Host-` cookie from this host only. It requires the path `/`. */
const HOST_NAME = `__Host-${NAME}`;
const SECONDS_MAX = 30 * 60;
/** Cookies are limited to 4 kB; a longer return path becomes the home page. */
const FROM_CHARS_MAX = 1_000;

const isPending = (value: unknown): value is PendingProvider =>
  typeof value === 'object' &&
  value !== null &&
  ['provider', 'intent', 'from', 'state', 'verifier', 'nonce', 'redirect_uri'].every(
    (name) => typeof Reflect.get(value, name) === 'string',
  );

/** Reads the pending request from the cookies; `null` if it is missing or malformed. */
export function readPending(cookies: string, isSecure: boolean): PendingProvider | null {
  const name = isSecure ? HOST_NAME : NAME;
  const kept = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  try {
    const value: unknown = JSON.parse(decodeURIComponent(kept?.slice(name.length + 1) ?? 'null'));
    // Over plain HTTP a neighbouring host can set this cookie, so the return path is validated.
    return isPending(value) ? { ...value, from: returnPath(value.from) } : null;
  } catch {
    return null;
  }
}

export const cookieOf = (pending: PendingProvider | null, isSecure: boolean): string =>
  `${isSecure ? HOST_NAME : NAME}=${pending === null ? '' : encodeURIComponent(JSON.stringify(pending))}; ` +
  `${isSecure ? 'Path=/; Secure' : `Path=${PATH}`}; Max-Age=${pending === null ? 0 : SECONDS_MAX}; SameSite=Lax`;

const isSecureHere = (): boolean => window.location.protocol === 'https:';

const setCookie = (pending: PendingProvider | null): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser.
  document.cookie = cookieOf(pending, isSecureHere());
};

/**
 * Stores the request in a cookie, because LINE's app returns to a new tab, which does not share the session storage.
 */
export const keepPending = (pending: PendingProvider): void =>
  setCookie({ ...pending, from: pending.from.length > FROM_CHARS_MAX ? '/' : pending.from });

/** Returns the request and deletes it, so that the URL of a response works once. */
export function takePending(): PendingProvider | null {
  const pending = readPending(document.cookie, isSecureHere());
  setCookie(null);
  return pending;
}
