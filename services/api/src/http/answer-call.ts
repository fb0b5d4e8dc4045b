import type { Operation } from '@sangwian/contract/contract';
import { checkAnswer } from './check-answer.ts';
import type { Answer, Route } from './collect-handlers.ts';
import { FreshKeeper } from './fresh-keeper.ts';
import type { CallContext } from './handler.ts';
import type { Parts } from './parse-parts.ts';
import { etagOf } from './public-answer.ts';
import { toApiError } from './to-api-error.ts';

const KEPT_MAX = 2_000;

/** An answer with its bytes. Of a public one both are shared by everybody, so nobody may change them. */
export interface PreparedAnswer {
  readonly answer: Answer;
  readonly body: string;
  /** `null` where the answer is the caller's own. */
  readonly etag: string | null;
}

export type AnswerCall = (
  route: Route,
  parts: Parts,
  context: CallContext<Operation>,
) => Promise<PreparedAnswer>;

export interface AnswerOptions {
  /** Answers are held against the contract. */
  readonly checkAnswers: boolean;
  /** How long a public answer is given again without asking its handler; never longer than the contract lets caches. */
  readonly publicFreshMs: number;
}

/**
 * Runs a call's handler. A public answer is made once for all who ask at the same time, kept for a moment, and given
 * although it is old while its handler cannot make a new one.
 */
export function createAnswerCall({ checkAnswers, publicFreshMs }: AnswerOptions): AnswerCall {
  const keeper = new FreshKeeper<PreparedAnswer>({
    entriesMax: KEPT_MAX,
    mayServeStale: (error) => toApiError(error).httpStatus >= 500,
  });

  const prepare: AnswerCall = async (route, parts, context) => {
    const answer = await route.handle({ ...parts, ...context });
    if (checkAnswers) checkAnswer(route, answer);
    const { file } = route.endpoint;
    const body = file === undefined ? JSON.stringify(answer) : String(answer.data);
    return { answer, body, etag: route.endpoint.cache === undefined ? null : etagOf(body) };
  };

  return (route, parts, context) => {
    const { cache } = route.endpoint;
    if (cache === undefined) return prepare(route, parts, context);
    const freshness = {
      freshMs: Math.min(publicFreshMs, cache.maxAgeS * 1000),
      staleMs: (cache.maxAgeS + cache.staleS) * 1000,
    };
    return keeper.get(`${route.operation} ${JSON.stringify(parts)}`, freshness, () =>
      prepare(route, parts, context),
    );
  };
}
