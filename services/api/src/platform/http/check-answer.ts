import { z } from 'zod';
import type { Answer, Route } from './collect-handlers.ts';

/**
 * Holds an answer against the contract, in development and tests. A field too many is found too, since a schema that
 * strips it would hide that a row went out whole.
 *
 * @throws where the answer is not what the contract promises
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
