import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { bangkokDay } from '../../../platform/time/bangkok-day.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import { type AskedProfile, judgeProfile } from './profile-rules.ts';

export interface UpdateDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly members: Pick<Members, 'store'>;
}

/**
 * Changes of a profile what is asked; all of it or nothing.
 *
 * @throws {ApiError} `name_invalid`, `email_invalid`, `birth_date_invalid`, `age_too_young`
 */
export async function updateProfile(
  { db, clock, members }: UpdateDeps,
  memberId: MemberId,
  asked: AskedProfile,
): Promise<void> {
  const judged = judgeProfile(asked, bangkokDay(clock()));
  if (!judged.ok) throw new ApiError(judged.code);
  await members.store.update(db, memberId, judged.change);
}
