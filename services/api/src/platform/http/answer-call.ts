import { Readable } from 'node:stream';
import type { Operation } from '@sangwian/contract/contract';
import { checkAnswer } from './check-answer.ts';
import type { Answer, Route } from './collect-handlers.ts';
import { QUICK } from './compress.ts';
import { FreshKeeper } from './fresh-keeper.ts';
import type { CallContext } from './handler.ts';
import type { Parts } from './parse-parts.ts';
import { type SharedBytes, shareBytes } from './shared-bytes.ts';
import { StreamedData, writeJson } from './streamed-json.ts';
import { toApiError } from './to-api-error.ts';

const KEPT_MAX = 2_000;
/** A fan who sees the live of ten minutes ago has more than one who sees an error; what is older misleads. */
export const OUTAGE_MS = 10 * 60_000;

/** An answer with its bytes. Of a public one both are shared by everybody, so nobody may change them. */
export type PreparedAnswer =
  | { readonly answer: Answer; readonly shared: SharedBytes }
  /** The caller's own: text, or a stream where it is sent as it is made. */
  | { readonly answer: Answer; readonly own: string | Readable };

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
    return { answer: { data }, own: Readable.from(pieces, { objectMode: false }) };
  }
  let body = '';
  for await (const piece of pieces) body += piece;
  const answer: Answer = JSON.parse(body);
  checkAnswer(route, answer);
  return { answer, own: body };
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
    const { cache, file } = route.endpoint;
    const body = file === undefined ? JSON.stringify(answer) : String(answer.data);
    // The bytes live as long as the kept answer, and so does each encoding of them.
    return cache === undefined
      ? { answer, own: body }
      : { answer, shared: shareBytes(body, QUICK) };
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
