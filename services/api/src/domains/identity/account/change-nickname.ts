import { randomInt } from 'node:crypto';
import type { MemberNickname } from '@sangwian/contract/endpoints/account';
import type { MemberId } from '@sangwian/contract/ids';
import { LIMITS } from '@sangwian/contract/limits';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { PublicTextRules } from './account-ports.ts';
import { type NicknameRow, NicknameStore } from './nickname.store.ts';
import { nicknameKey, nicknameProblem, suffixed } from './nickname-rules.ts';

export interface NicknameDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly chat: PublicTextRules;
}

const WAIT_MS = LIMITS.nicknameDays * 86_400_000;
/** Numbers that are tried as suffixes of a taken nickname, in one query. */
const SUFFIXES = 12;

const RULES = {
  charsMax: LIMITS.nicknameCharsMax,
  unitsMax: LIMITS.nicknameUnitsMax,
  invalid: 'nickname_invalid',
  link: 'nickname_invalid',
  word: 'nickname_word',
} as const;

/** Returns when the nickname may change; `null` if it may now. */
function changeableAt(row: NicknameRow | undefined, now: Date): string | null {
  if (row === undefined) return null;
  const at = new Date(row.changed_at.getTime() + WAIT_MS);
  return at <= now ? null : at.toISOString();
}

const present = (row: NicknameRow | undefined, now: Date): MemberNickname => ({
  nickname: row?.nickname ?? null,
  changeable_at: changeableAt(row, now),
});

/** Reads a member's nickname and when it may change. */
export async function readNickname(
  { db, clock }: Pick<NicknameDeps, 'db' | 'clock'>,
  memberId: MemberId,
): Promise<MemberNickname> {
  return present(await new NicknameStore(db).find(memberId), clock());
}

/** Returns the error for a taken nickname, with a free one that has a number as its suffix. */
async function takenRefusal(store: NicknameStore, nickname: string): Promise<ApiError> {
  const numbers = Array.from({ length: SUFFIXES }, (_, index) =>
    index < SUFFIXES / 2 ? randomInt(10, 100) : randomInt(100, 10_000),
  );
  const candidates = suffixed(nickname, numbers);
  const taken = await store.findTaken(candidates.map(nicknameKey));
  const free = candidates.find((candidate) => !taken.has(nicknameKey(candidate)));
  return new ApiError('nickname_taken', {
    details: free === undefined ? [] : [{ path: 'suggestion', message: free }],
  });
}

/**
 * Sets or, with `null`, removes a member's nickname.
 *
 * @throws {ApiError} `nickname_invalid`, `nickname_word`; `nickname_taken` with a `suggestion` in `details`;
 *   `nickname_too_soon` with `changeable_at` in `details`
 */
export async function changeNickname(
  { db, clock, chat }: NicknameDeps,
  memberId: MemberId,
  raw: string | null,
): Promise<MemberNickname> {
  const store = new NicknameStore(db);
  const now = clock();
  if (raw === null) {
    await store.clear(memberId);
    return readNickname({ db, clock }, memberId);
  }
  const { text: nickname, watchedWord } = await chat.checkTitle(raw, RULES);
  const problem = nicknameProblem(nickname);
  if (problem === 'invalid') throw new ApiError('nickname_invalid');
  if (problem === 'reserved' || watchedWord !== null) throw new ApiError('nickname_word');
  const key = nicknameKey(nickname);
  const notSince = new Date(now.getTime() - WAIT_MS);
  const outcome = await store.set({ memberId, nickname, key, now, notSince });
  if (outcome === 'taken') throw await takenRefusal(store, nickname);
  const row = await store.find(memberId);
  // A repeated request finds its own nickname.
  if (outcome === 'too_soon' && row?.nickname !== nickname) {
    const at = changeableAt(row, now) ?? now.toISOString();
    throw new ApiError('nickname_too_soon', { details: [{ path: 'changeable_at', message: at }] });
  }
  return present(row, now);
}
