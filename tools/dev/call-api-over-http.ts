import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import type { PageCall } from '@sangwian/contract/page-render';
import { ApiError } from '@sangwian/node-kit/api-error';

interface RequestParts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
}

const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/**
 * Returns the API client of page rendering, over HTTP. In production the same calls are made in process.
 *
 * @param apiUrl the API's public listener, such as `http://127.0.0.1:8081`
 * @throws {ApiError} from each call that the API refuses
 */
export function callApiOverHttp(apiUrl: string, appKey: string): PageCall {
  return async (operation, request) => {
    const { params = {}, query = {} } = request as RequestParts;
    const [method = 'GET', template = ''] = operation.split(' ');
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const url = new URL(`/api/v1${path}`, apiUrl);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const response = await fetch(url, { method, headers: { 'x-app-key': appKey } });
    const body = (await response.json()) as { status?: unknown };
    if (!response.ok) throw new ApiError(isCode(body.status) ? body.status : 'error_occurred');
    // The API has checked its answer against the contract.
    return body as never;
  };
}
