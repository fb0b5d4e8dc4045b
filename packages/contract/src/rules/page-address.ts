/**
 * Every page path with the query parameters that change its server rendering. Other parameters are read only in the
 * browser, after hydration.
 */
const PAGE_QUERIES = {
  '/': ['status'],
  '/live/:program_live_id?': ['from'],
  '/replays': ['cursor'],
  '/clip/:clip_id?': [],
  '/stream': ['id'],
  '/streamwebrtc': ['id'],
  '/terms': [],
  '/privacy-policy': [],
  '/coin-policy': [],
  '/rules-guess-game': [],
  '/delete-account': [],
  '/predict': ['program'],
  '/predict/predict_history': [],
  '/predict/predict_rank': ['period'],
  '/sign-in': ['from', 'status', 'notice', 'state', 'code', 'error', 'provider'],
  '/sign-up': ['from'],
  '/password/re-by-PHONE': ['from'],
  '/password/re-by-OTP': ['from'],
  '/password/re-by-PIN': ['from'],
  '/program': ['card', 'bout', 'day', 'past', 'promotion', 'cursor'],
  '/history': ['view', 'q', 'division', 'gym', 'province', 'cursor'],
  '/history/boxer_detail': ['id', 'versus', 'cursor'],
  '/liveExternal': [],
  '/banuser': [],
  '/app': [],
  '/download': [],
  '/redirect': [],
  '/sync-member': [],
  '/profile': [],
  '/profile/edit': [],
  '/profile/change-password': [],
  '/profile/spending': [],
  '/profile/clips': [],
  '/profile/coin-history': ['order', 'tab', 'kind', 'from', 'to', 'status'],
  '/wallet/mobile-payment/coin': ['package', 'coins'],
  '/wallet/mobile-payment/payment-selected': ['method', 'order'],
  '/wallet/mobile-payment/qr': ['order'],
  '/wallet/mobile-payment/result': ['order'],
  '/wallet/:buy_coin?': [],
  '/wallet/modal/custom-coin': [],
  '/wallet/payment-options': ['method', 'order'],
  '/wallet/confirm-order': ['method', 'order'],
  '/wallet/confirm-order/upload-slip': ['order'],
  '/wallet/payment-options/payment-result': ['order'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A page's path, as React Router writes its pattern. */
export type PagePath = keyof typeof PAGE_QUERIES;

/** Paths without a page are rendered and cached under this one. */
export const MISSING_PAGE_ADDRESS = '/404';

/** Secrets of a sign-in provider's answer: the page only depends on their presence. */
const SECRET = new Set(['state', 'code']);
const HIDDEN = '1';

const decode = (part: string): string | null => {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
};

interface Route {
  readonly page: PagePath;
  /** Lower-case; the router ignores case. */
  readonly parts: readonly string[];
  readonly hasParameter: boolean;
}

const ROUTES: readonly Route[] = (Object.keys(PAGE_QUERIES) as PagePath[]).map((page) => {
  const parts = page.split('/').filter(Boolean);
  const hasParameter = parts.at(-1)?.startsWith(':') ?? false;
  const fixed = hasParameter ? parts.slice(0, -1) : parts;
  return { page, parts: fixed.map((part) => part.toLowerCase()), hasParameter };
});

/** Returns the route of a path and the value of its parameter; exact routes win over parameters. */
function findRoute(parts: readonly string[]): { route: Route; value: string | null } | null {
  const begins = (route: Route): boolean =>
    route.parts.every((part, index) => part === parts[index]?.toLowerCase());
  const exact = ROUTES.find((route) => route.parts.length === parts.length && begins(route));
  if (exact !== undefined) return { route: exact, value: null };
  const filled = ROUTES.find(
    (route) => route.hasParameter && route.parts.length + 1 === parts.length && begins(route),
  );
  return filled === undefined ? null : { route: filled, value: parts.at(-1) ?? null };
}

function queryOf(page: PagePath, search: string): string {
  const asked = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const name of PAGE_QUERIES[page]) {
    const value = asked.get(name);
    if (value) known.set(name, SECRET.has(name) ? HIDDEN : value);
  }
  return known.size === 0 ? '' : `?${known}`;
}

/**
 * Returns the URL under which the server renders and caches a page: without unknown parameters, the others in a
 * fixed order, and the same for every spelling of the path. The language is not part of it.
 *
 * @param url path and query of the request
 */
export function pageAddressOf(url: string): string {
  const [path = '', ...query] = url.split('?');
  const parts = path.split('/').filter(Boolean).map(decode);
  if (parts.includes(null)) return MISSING_PAGE_ADDRESS;
  const found = findRoute(parts as string[]);
  if (found === null) return MISSING_PAGE_ADDRESS;
  const { route, value } = found;
  const fixed = route.page.replace(/\/:\w+\?$/, '');
  const filled = value === null ? fixed : `${fixed}/${encodeURIComponent(value)}`;
  return filled + queryOf(route.page, query.join('?'));
}
