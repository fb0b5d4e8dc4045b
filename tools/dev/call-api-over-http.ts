import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import type { PageCall } from '@sangwian/contract/page-render';
import { buildUrl, type RequestParts } from '@sangwian/contract/rules/build-url';
import { ApiError } from '@sangwian/node-kit/api-error';

const isCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/**
 * Returns an API client for page rendering that calls the API over HTTP. In production, pages call the API in process.
 *
 * @param apiUrl the API's public listener, such as `http://127.0.0.1:8081`
 * @throws {ApiError} from each request that the API refuses
 */
export function callApiOverHttp(apiUrl: string, appKey: string): PageCall {
  return async (operation, request) => {
    const { method, url } = buildUrl(operation, request as RequestParts);
    const response = await fetch(new URL(url, apiUrl), {
      method,
      headers: { 'x-app-key': appKey },
    });
    const body = (await response.json()) as { status?: unknown };
    if (!response.ok) throw new ApiError(isCode(body.status) ? body.status : 'error_occurred');
    // The API has validated its response against the contract.
    return body as never;
  };
}
