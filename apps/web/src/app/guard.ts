import { plainPath } from '@sangwian/contract/rules/plain-path';
import { signInPath } from '../shared/navigation/navigation.ts';

/**
 * The routes that need an access token (specification, section 5), and all below `/wallet` and `/profile`. A path
 * stands here whether or not its page is in this build.
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

/** Where the guard sends somebody without a token; `null`: go on. */
export function guardedBy(
  location: { readonly pathname: string; readonly search: string },
  accessToken: string | null,
): string | null {
  if (accessToken || !requiresToken(location.pathname)) return null;
  return signInPath(location.pathname + location.search);
}
