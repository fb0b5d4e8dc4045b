import { randomUUID } from 'node:crypto';
import type { Operation, RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { AnswerCall } from './answer-call.ts';
import { NO_DEVICE } from './caller-cookies.ts';
import type { Route } from './collect-handlers.ts';
import type { Bearer } from './handler.ts';
import { type Parts, parseParts } from './parse-parts.ts';
import { toApiError } from './to-api-error.ts';

/** The client that requested the page that makes the call. */
export interface CallOrigin {
  readonly ip: string;
  readonly userAgent: string;
  readonly log: Logger;
}

/** Calls an endpoint as a visitor without a network request, with validation. Rejects with an `ApiError` only. */
export type CallInProcess = <Op extends Operation>(
  operation: Op,
  request: RequestOf<Op>,
  origin: CallOrigin,
) => Promise<ResponseOf<Op>>;

/** Creates the function with which server-rendered pages call the API. */
export function createCallInProcess(
  routes: readonly Route[],
  answerCall: AnswerCall,
): CallInProcess {
  const byOperation = new Map(routes.map((route) => [route.operation, route]));
  return async <Op extends Operation>(
    operation: Op,
    request: RequestOf<Op>,
    origin: CallOrigin,
  ) => {
    const route = byOperation.get(operation);
    if (route === undefined) throw new ApiError('not_found');
    if (route.endpoint.identity !== 'visitor') throw new ApiError('token_missing');
    try {
      const { answer } = await answerCall(route, parseParts(route.endpoint, request as Parts), {
        // Only endpoints for visitors are called here, and their handlers accept a missing bearer.
        bearer: null as unknown as Bearer,
        bearerRefusal: null,
        staff: null,
        audit: null,
        setCookie: () => {},
        purchaseToken: null,
        headers: {},
        requestId: randomUUID(),
        device: NO_DEVICE,
        // Public responses contain both languages.
        language: 'TH',
        ...origin,
      });
      return answer as ResponseOf<Op>;
    } catch (error) {
      throw toApiError(error);
    }
  };
}
