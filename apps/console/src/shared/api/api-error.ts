import type { MessageDescriptor } from '@lingui/core';
import type { ErrorCode } from '@sangwian/contract/errors/codes';

interface Detail {
  readonly path: string;
  readonly message: string;
}

/** An error response of the API. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** A code of the contract. A proxy in front of the API may answer without one. */
  readonly code: ErrorCode | '';
  readonly httpStatus: number;
  readonly requestId: string;
  /** The fields at fault. */
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

/** There was no response: no network, or a time-out. A write may have taken effect. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** The live connection is away, and writes are locked until it returns. */
export class WritesLockedError extends Error {
  override readonly name = 'WritesLockedError';
}

/** The operator closed the dialog that asks for the second factor. */
export class ProofRefusedError extends Error {
  override readonly name = 'ProofRefusedError';
}

/** Something that the browser itself refused, with its sentence. */
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
