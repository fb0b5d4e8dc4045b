import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import { type ProfileRequest, validateProfile } from './profile-rules.ts';

export interface UpdateDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Pick<Members, 'store'>;
}

/**
 * Updates a profile: all requested fields, or none if one is invalid.
 *
 * @throws {ApiError} `name_invalid`, `email_invalid`, `birth_date_invalid`, `age_too_young`
 */
export async function updateProfile(
  { db, clock, members }: UpdateDeps,
  memberId: MemberId,
  request: ProfileRequest,
): Promise<void> {
  const result = validateProfile(request, bangkokDay(clock()));
  if (!result.ok) throw new ApiError(result.code);
  await members.store.update(db, memberId, result.change);
}
