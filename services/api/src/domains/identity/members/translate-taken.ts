import type { ErrorCode } from '@sangwian/contract/errors/codes';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { LinkProvider } from './members.tables.ts';

/** The error for each unique constraint that concurrent requests can violate. */
const TAKEN: Readonly<Record<string, (provider?: LinkProvider) => ErrorCode>> = {
  member_phone_key: () => 'phone_exists_log_in',
  member_link_subject_key: (provider) => (provider === 'apple' ? 'apple_linked' : 'line_linked'),
  member_link_pkey: () => 'link_taken',
};

/** Converts a violation of a unique constraint to its API error. Returns other errors unchanged. */
export function translateTaken(error: unknown, provider?: LinkProvider): unknown {
  const constraint = error instanceof Error ? Reflect.get(error, 'constraint') : undefined;
  const codeOf = typeof constraint === 'string' ? TAKEN[constraint] : undefined;
  return codeOf === undefined ? error : new ApiError(codeOf(provider), { cause: error });
}
