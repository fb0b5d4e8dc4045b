/** The names of one-time values in a URL. */
export interface CarriedNames {
  readonly query?: readonly string[];
  /** Names in the fragment, which is encoded like a query. Browsers do not send the fragment to a server. */
  readonly fragment?: readonly string[];
}

export type Carried = Readonly<Record<string, string>>;

/**
 * Removes one-time values from the URL, so that no value stays in the address bar, a bookmark or a referrer. Returns
 * the values; empty ones count as missing.
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
  // Removes the whole fragment, because the page uses no other values in it.
  if (carried(behindHash, fragment)) url.hash = '';
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  return taken;
}
