import { ErrorBody } from '@sangwian/contract/endpoint';
import { expect } from 'vitest';

/** Expects the response to be this error, in the contract's format. */
export async function expectError(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status);
  expect(ErrorBody.parse(await response.json())).toMatchObject({ status: code });
}
