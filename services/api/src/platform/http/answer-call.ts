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
/** During an outage, data up to ten minutes old is better than an error. Older data would mislead. */
export const OUTAGE_MS = 10 * 60_000;

/** A response with its bytes. A public response and its bytes are shared between callers, and must not be changed. */
export type PreparedAnswer =
  | { readonly answer: Answer; readonly shared: SharedBytes }
  /** A private response: text, or a stream. */
  | { readonly answer: Answer; readonly own: string | Readable };

export type AnswerCall = (
  route: Route,
  parts: Parts,
  context: CallContext<Operation>,
) => Promise<PreparedAnswer>;

export interface AnswerOptions {
  /** Whether responses are validated against the contract. */
  readonly checkAnswers: boolean;
  /** Time for which public responses are served from memory, capped by the contract's cache lifetime. */
  readonly publicFreshMs: number;
}

/** Returns a streamed response; reads it completely first if responses are validated. */
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
 * Creates the function that runs the handler of a request. A public response is computed once for concurrent callers,
 * cached, and served stale while its handler fails.
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
    // The bytes and their encodings are cached together with the response.
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
