/** The names of one-time values in a URL. */
export interface CarriedNames {
  readonly query?: readonly string[];
  /** In the fragment, encoded as a query: browsers do not send it to a server. */
  readonly fragment?: readonly string[];
}

export type Carried = Readonly<Record<string, string>>;

/**
 * Takes values out of the URL, so that none stays in the address bar, a bookmark or a referrer. Empty values count as
 * missing.
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
  // Other values in the fragment mean nothing to the page, so the whole fragment is removed.
  if (carried(behindHash, fragment)) url.hash = '';
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  return taken;
}
