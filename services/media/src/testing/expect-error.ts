import { ErrorBody } from '@sangwian/contract/endpoint';
import { expect } from 'vitest';

/** The answer is this refusal, as the contract writes one. */
export async function expectError(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status);
  expect(ErrorBody.parse(await response.json())).toMatchObject({ status: code });
}
