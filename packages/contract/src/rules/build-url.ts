const BASE = '/api/v1';

/** The untyped parts of a request. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** A file instead of a body. */
  readonly upload?: Blob;
  /** A UUID that makes repeated requests take effect once. */
  readonly idempotencyKey?: string;
}

/** Builds method, path and body from `'GET /live/{id}'` and its parts. Leaves out `undefined` query values. */
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
