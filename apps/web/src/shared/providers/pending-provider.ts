import { returnPath } from '../navigation/navigation.ts';

export type ProviderName = 'line' | 'apple';

/** What somebody is at a provider for: to sign in here, or to link it to the member who is signed in. */
export type ProviderIntent = 'sign_in' | 'link';

/** What this browser has sent to a provider, to know its answer by. */
export interface PendingProvider {
  readonly provider: ProviderName;
  readonly intent: ProviderIntent;
  /** Where the member wanted to go. */
  readonly from: string;
  readonly state: string;
  /** LINE: of PKCE. Apple: of `state`, whose hash is what Apple has seen. */
  readonly verifier: string;
  readonly nonce: string;
  readonly redirect_uri: string;
}

const NAME = 'provider';
/** Of the page that providers send browsers back to; no other page has to carry it. */
const PATH = '/sign-in';
/** On https browsers take a cookie of this name from this host alone; it wants the whole site as its path. */
const HOST_NAME = `__Host-${NAME}`;
const SECONDS_MAX = 30 * 60;
/** Browsers keep no cookie beyond 4 kB; whoever wanted to go further than this is back at home. */
const FROM_CHARS_MAX = 1_000;

const isPending = (value: unknown): value is PendingProvider =>
  typeof value === 'object' &&
  value !== null &&
  ['provider', 'intent', 'from', 'state', 'verifier', 'nonce', 'redirect_uri'].every(
    (name) => typeof Reflect.get(value, name) === 'string',
  );

/** What a browser's cookies say of it; whatever else stands there is none. */
export function readPending(cookies: string, isSecure: boolean): PendingProvider | null {
  const name = isSecure ? HOST_NAME : NAME;
  const kept = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${name}=`));
  try {
    const value: unknown = JSON.parse(decodeURIComponent(kept?.slice(name.length + 1) ?? 'null'));
    // On plain http whoever runs a neighbouring host can write cookies here too, and must not say where to go.
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
 * Keeps it until the browser is back: in a cookie, since LINE's app sends a phone's browser back in another tab, which
 * has no session storage of this one.
 */
export const keepPending = (pending: PendingProvider): void =>
  setCookie({ ...pending, from: pending.from.length > FROM_CHARS_MAX ? '/' : pending.from });

/** Gives it out once, so that an address with an answer in it does nothing when it is opened again. */
export function takePending(): PendingProvider | null {
  const pending = readPending(document.cookie, isSecureHere());
  setCookie(null);
  return pending;
}
