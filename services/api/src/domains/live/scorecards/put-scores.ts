import type { MatchLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { type CrowdCount, refusalOf } from './scorecard-rules.ts';
import { type NewScore, ScorecardStore, type ScoredBout } from './scorecards.store.ts';

/** A score that waits for its transaction. */
export interface QueuedScore extends NewScore {
  readonly matchLiveId: MatchLiveId;
}

/** A bout with the counts of its crowd. */
export interface CrowdedBout {
  readonly bout: ScoredBout;
  readonly crowd: readonly (CrowdCount & { readonly round: number })[];
}

/** What a request to score a round leads to: the member's scores after it, or a refusal. */
export type ScoreOutcome =
  | (CrowdedBout & { readonly mine: readonly NewScore[] })
  | { readonly refusal: ApiError };

export interface PutScoresDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
}

const isSame = (one: NewScore, other: NewScore): boolean =>
  one.memberId === other.memberId && one.round === other.round;

const isRepeated = (known: readonly NewScore[], score: NewScore): boolean =>
  known.some((one) => isSame(one, score) && one.red === score.red && one.blue === score.blue);

/**
 * Stores scores of one bout in one transaction. A score that is already stored is confirmed even after the lock, because
 * the response to the first request may have been lost.
 */
async function putScores(
  { db, clock }: PutScoresDeps,
  matchLiveId: MatchLiveId,
  scores: readonly QueuedScore[],
): Promise<ScoreOutcome[]> {
  const memberIds = [...new Set(scores.map(({ memberId }) => memberId))];
  return db.transaction().execute(async (trx) => {
    const store = new ScorecardStore(trx);
    const members = await store.lockMembers(memberIds);
    const bout = await store.findBout(matchLiveId);
    if (bout === undefined) {
      return scores.map(() => ({ refusal: new ApiError('match_not_found') }));
    }
    const known = await store.findScores(matchLiveId, memberIds);
    const now = clock();
    const refusals = scores.map((score) => {
      if (!members.has(score.memberId)) return 'token_invalid' as const;
      return isRepeated(known, score) ? null : refusalOf(bout, score.round, now);
    });
    const accepted = scores.filter(
      (score, index) =>
        refusals[index] === null &&
        // Of two scores of a round, such as after a double click, the last one counts.
        !scores.some((later, at) => at > index && refusals[at] === null && isSame(score, later)),
    );
    // A repeated score is not written again, because its round may be locked.
    const changed = accepted.filter((score) => !isRepeated(known, score));
    if (changed.length > 0) await store.put(matchLiveId, changed, now);
    const [stored, crowd] = [
      await store.findScores(matchLiveId, memberIds),
      await store.findCrowd(matchLiveId),
    ];
    return scores.map(({ memberId }, index) => {
      const refusal = refusals[index] ?? null;
      if (refusal !== null) return { refusal: new ApiError(refusal) };
      return { bout, crowd, mine: stored.filter((score) => score.memberId === memberId) };
    });
  });
}

/** Stores the waiting scores of this node, one transaction per bout, so that many scores share a commit. */
export async function putWaitingScores(
  deps: PutScoresDeps,
  waiting: readonly QueuedScore[],
): Promise<ReadonlyMap<QueuedScore, ScoreOutcome>> {
  const byBout = Map.groupBy(waiting, ({ matchLiveId }) => matchLiveId);
  const outcomes = new Map<QueuedScore, ScoreOutcome>();
  for (const [matchLiveId, scores] of byBout) {
    // An error of one bout must not fail the scores of another.
    const results = await putScores(deps, matchLiveId, scores).catch((error: unknown) => {
      if (byBout.size === 1) throw error;
      return scores.map(() => ({ refusal: new ApiError('unavailable') }));
    });
    for (const [index, score] of scores.entries()) {
      outcomes.set(score, results[index] ?? { refusal: new ApiError('unavailable') });
    }
  }
  return outcomes;
}
