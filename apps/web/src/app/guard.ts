import { plainPath } from '@sangwian/contract/rules/plain-path';
import { signInPath } from '../shared/navigation/navigation.ts';

/**
 * The pages that need an access token (specification, section 5). Below `/wallet` and `/profile`, every URL needs an
 * access token, even if this build has no page for it.
 */
const MEMBERS_ONLY: readonly RegExp[] = [
  /^\/live(\/[^/]+)?$/,
  /^\/profile(\/.*)?$/,
  /^\/wallet(\/.*)?$/,
  /^\/sync-member$/,
  /^\/predict\/predict_history$/,
  /^\/predict\/predict_rank$/,
];

export const requiresToken = (pathname: string): boolean => {
  const path = plainPath(pathname);
  return MEMBERS_ONLY.some((pattern) => pattern.test(path));
};

/** Returns the sign-in page for a visitor without a token; `null` if the page is allowed. */
export function guardRedirect(
  location: { readonly pathname: string; readonly search: string },
  accessToken: string | null,
): string | null {
  if (accessToken || !requiresToken(location.pathname)) return null;
  return signInPath(location.pathname + location.search);
}
