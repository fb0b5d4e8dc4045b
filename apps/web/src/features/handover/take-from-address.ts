/** Names of values that an address carries to a page once. */
export interface CarriedNames {
  readonly query?: readonly string[];
  /** Behind the `#`, written as a query is: no browser sends it to a server. */
  readonly fragment?: readonly string[];
}

export type Carried = Readonly<Record<string, string>>;

/**
 * Takes values out of the address of this page, so that none of them stays in the address bar, goes into a bookmark, or
 * is told to a page that is opened from here. Empty ones count as missing.
 */
export function takeFromAddress({ query = [], fragment = [] }: CarriedNames): Carried {
  const url = new URL(window.location.href);
  const behindHash = new URLSearchParams(url.hash.slice(1));
  const taken: Record<string, string> = {};
  for (const [names, place] of [
    [query, url.searchParams],
    [fragment, behindHash],
  ] as const) {
    for (const name of names) {
      const value = place.get(name);
      if (value) taken[name] = value;
    }
  }
  const carried = (place: URLSearchParams, names: readonly string[]): boolean =>
    names.some((name) => place.has(name));
  const inQuery = carried(url.searchParams, query);
  if (!inQuery && !carried(behindHash, fragment)) return taken;
  for (const name of query) url.searchParams.delete(name);
  // What stands beside a secret behind the `#` was written by who sent it, and means nothing to the page.
  if (carried(behindHash, fragment)) url.hash = '';
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  return taken;
}
