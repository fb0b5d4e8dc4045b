import { z } from 'zod';
import type { Answer, Route } from './collect-handlers.ts';

/**
 * Validates a response against the contract, in development and tests. Unknown fields are refused too. Stripping them
 * would hide a handler that returns a complete row.
 *
 * @throws {Error} if the response breaks the contract
 */
export function checkAnswer({ operation, endpoint }: Route, answer: Answer): void {
  const schema = endpoint.list === true ? z.array(endpoint.data) : endpoint.data;
  const result = schema.safeParse(answer.data);
  if (!result.success) {
    throw new Error(
      `the answer of ${operation} breaks the contract: ${z.prettifyError(result.error)}`,
    );
  }
  const sent = JSON.stringify(answer.data);
  if (JSON.stringify(result.data).length !== sent.length) {
    throw new Error(`the answer of ${operation} has fields that the contract does not know`);
  }
  if (endpoint.list === true && answer.next_cursor === undefined) {
    throw new Error(`the answer of ${operation} is a list without next_cursor`);
  }
}
