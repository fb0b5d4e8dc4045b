const BASE = '/api/v1';

/** The parts of any request of the contract, before its types are known. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** A file instead of a body. */
  readonly upload?: Blob;
  /** A UUID of what is meant to happen once, however often it is sent. */
  readonly idempotencyKey?: string;
}

/** `'GET /live/{id}'` with its parts, as method, address and body. A query value that is `undefined` is left out. */
export function buildUrl(
  operation: string,
  { params = {}, query = {}, body }: RequestParts,
): { method: string; url: string; body: unknown } {
  const space = operation.indexOf(' ');
  const path = operation
    .slice(space + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const tail = search.size === 0 ? '' : `?${search}`;
  return { method: operation.slice(0, space), url: `${BASE}${path}${tail}`, body };
}
