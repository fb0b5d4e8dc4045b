const REDIRECTS_MAX = 5;
const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * The unrestricted `fetch`, for URLs of our own processes. Media processes report their URLs with `INTERNAL_SECRET`.
 */
export const fetchOwnProcess: typeof fetch = globalThis.fetch;

/** Whether a host is one of these names. `*.` at the start of a name matches its subdomains. */
const matches = (host: string, name: string): boolean =>
  name.startsWith('*.') ? host.endsWith(name.slice(1).toLowerCase()) : host === name.toLowerCase();

const urlOf = (input: Parameters<typeof fetch>[0]): string =>
  input instanceof Request ? input.url : String(input);

/** Returns the host names of configured URLs, without empty ones. */
export const hostsOf = (addresses: readonly string[]): string[] =>
  addresses.filter((address) => address !== '').map((address) => new URL(address).hostname);

/**
 * Returns a `fetch` that only reaches the listed hosts, also after a redirect. Redirects are followed for plain reads
 * and refused otherwise, so that no secret is sent on.
 */
export function restrictFetch(
  hosts: readonly string[],
  unrestricted: typeof fetch = fetchOwnProcess,
): typeof fetch {
  const check = (url: string): void => {
    const { hostname } = new URL(url);
    if (!hosts.some((name) => matches(hostname, name)))
      throw new TypeError(`the host ${hostname} is not one that this site may call`);
  };

  async function follow(first: string, init: RequestInit | undefined): Promise<Response> {
    let url = first;
    let options = init;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      check(url);
      const response = await unrestricted(url, { ...options, redirect: 'manual' });
      const location = response.headers.get('location');
      if (!REDIRECT_STATUSES.has(response.status) || location === null) return response;
      await response.body?.cancel();
      url = new URL(location, url).href;
      // Headers may contain secrets, which only the first host may receive.
      options = init?.signal ? { signal: init.signal } : {};
    }
    throw new TypeError('too many redirects');
  }

  return async (input, init) => {
    const url = urlOf(input);
    const isPlainRead =
      !(input instanceof Request) && (init?.method ?? 'GET') === 'GET' && init?.body === undefined;
    if (isPlainRead && (init?.redirect ?? 'follow') === 'follow') return follow(url, init);
    check(url);
    const redirect = init?.redirect === 'manual' ? 'manual' : 'error';
    return unrestricted(input, { ...init, redirect });
  };
}
