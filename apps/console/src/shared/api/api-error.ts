import type { MessageDescriptor } from '@lingui/core';
import type { ErrorCode } from '@sangwian/contract/errors/codes';

interface Detail {
  readonly path: string;
  readonly message: string;
}

/** An error response of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** An error code of the contract. A proxy in front of the API may respond without one. */
  readonly code: ErrorCode | '';
  readonly httpStatus: number;
  readonly requestId: string;
  /** The invalid fields. */
  readonly details: readonly Detail[];

  constructor(body: unknown, httpStatus: number, requestId: string) {
    const { status, message, details } = (body ?? {}) as {
      status?: unknown;
      message?: unknown;
      details?: unknown;
    };
    super(typeof message === 'string' ? message : `The server answered ${httpStatus}`);
    this.code = typeof status === 'string' ? (status as ErrorCode) : '';
    this.httpStatus = httpStatus;
    this.requestId = requestId;
    this.details = Array.isArray(details) ? (details as Detail[]) : [];
  }
}

/** No response arrived: no network, or a time-out. A write may have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The live connection is lost, and writes are locked until it is restored. */
export class WritesLockedError extends Error {
  override readonly name = 'WritesLockedError';
}

/** The operator closed the dialog that asks for the second factor. */
export class ProofRefusedError extends Error {
  override readonly name = 'ProofRefusedError';
}

/** An operation that the browser refused, with the message to show. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
  readonly sentence: MessageDescriptor;

  constructor(sentence: MessageDescriptor, options: ErrorOptions) {
    super('The browser refused', options);
    this.sentence = sentence;
  }
}

export const isCode = (error: unknown, code: ErrorCode): boolean =>
  error instanceof ApiError && error.code === code;
