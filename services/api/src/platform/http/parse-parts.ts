import type { Endpoint } from '@sangwian/contract/endpoint';
import { ApiError } from '@sangwian/node-kit/api-error';

const PARTS = ['params', 'query', 'body'] as const;
const DETAILS_MAX = 20;
const NUL = '\u0000';

export type Parts = { readonly [Part in (typeof PARTS)[number]]?: unknown };

/** Whether a value contains NUL, which PostgreSQL's text type cannot store. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(NUL);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(holdsNul);
}

/**
 * Validates the parameters, query and body of a request with the schemas of its endpoint.
 *
 * @returns only the parts that the endpoint declares
 * @throws {ApiError} `request_invalid` with every invalid field; `body_malformed` without a body
 */
export function parseParts(endpoint: Endpoint, raw: Parts): Parts {
  const parsed: Record<string, unknown> = {};
  const details: { path: string; message: string }[] = [];
  for (const part of PARTS) {
    const schema = endpoint[part];
    if (schema === undefined) continue;
    if (part === 'body' && raw.body === undefined) throw new ApiError('body_malformed');
    // `null` is a body that was sent, so the schema must refuse it.
    const result = schema.safeParse(part === 'body' ? raw.body : (raw[part] ?? {}));
    if (!result.success) {
      for (const issue of result.error.issues) {
        details.push({ path: [part, ...issue.path].join('.'), message: issue.message });
      }
    } else if (holdsNul(result.data)) {
      details.push({ path: part, message: 'must not contain NUL' });
    } else {
      parsed[part] = result.data;
    }
  }
  if (details.length > 0) {
    throw new ApiError('request_invalid', { details: details.slice(0, DETAILS_MAX) });
  }
  return parsed;
}
