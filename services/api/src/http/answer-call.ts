import { Readable } from 'node:stream';
import type { Operation } from '@sangwian/contract/contract';
import { checkAnswer } from './check-answer.ts';
import type { Answer, Route } from './collect-handlers.ts';
import { FreshKeeper } from './fresh-keeper.ts';
import type { CallContext } from './handler.ts';
import type { Parts } from './parse-parts.ts';
import { etagOf } from './public-answer.ts';
import { StreamedData, writeJson } from './streamed-json.ts';
import { toApiError } from './to-api-error.ts';

const KEPT_MAX = 2_000;
/** A fan who sees the live of ten minutes ago has more than one who sees an error; what is older misleads. */
export const OUTAGE_MS = 10 * 60_000;

/** An answer with its bytes. Of a public one both are shared by everybody, so nobody may change them. */
export interface PreparedAnswer {
  readonly answer: Answer;
  /** Of an answer that is sent as it is made a stream, for one caller. */
  readonly body: string | Readable;
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

/** Where answers are held against the contract, a streamed one is read to its end before. */
async function prepareStream(
  route: Route,
  data: StreamedData,
  checkAnswers: boolean,
): Promise<PreparedAnswer> {
  const pieces = writeJson({ data: data.value });
  if (!checkAnswers) {
    const body = Readable.from(pieces, { objectMode: false });
    return { answer: { data }, body, etag: null };
  }
  let body = '';
  for await (const piece of pieces) body += piece;
  const answer: Answer = JSON.parse(body);
  checkAnswer(route, answer);
  return { answer, body, etag: null };
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
    if (answer.data instanceof StreamedData) return prepareStream(route, answer.data, checkAnswers);
    if (checkAnswers) checkAnswer(route, answer);
    const { file } = route.endpoint;
    const body = file === undefined ? JSON.stringify(answer) : String(answer.data);
    return { answer, body, etag: route.endpoint.cache === undefined ? null : etagOf(body) };
  };

  return (route, parts, context) => {
    const { cache } = route.endpoint;
    if (cache === undefined) return prepare(route, parts, context);
    const staleMs = (cache.maxAgeS + cache.staleS) * 1000;
    const freshness = {
      freshMs: Math.min(publicFreshMs, cache.maxAgeS * 1000),
      staleMs,
      outageMs: Math.max(OUTAGE_MS, staleMs),
    };
    return keeper.get(`${route.operation} ${JSON.stringify(parts)}`, freshness, () =>
      prepare(route, parts, context),
    );
  };
}
