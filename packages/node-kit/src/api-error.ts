import type { ErrorBody } from '@sangwian/contract/endpoint';
import { ERROR_STATUS, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';

interface Extras {
  /** The invalid fields by path, or further data by name, such as `reason`. */
  readonly details?: ReadonlyArray<{ path: string; message: string }>;
  readonly retryAfterS?: number;
  readonly cause?: unknown;
}

/** An error for the caller. Its code is one of the contract's codes, which determines HTTP status and message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: Extras['details'];
  readonly retryAfterS: number | undefined;

  constructor(code: ErrorCode, extras: Extras = {}) {
    super(ERROR_EN[code], { cause: extras.cause });
    this.code = code;
    this.details = extras.details;
    this.retryAfterS = extras.retryAfterS;
  }

  get httpStatus(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(requestId: string): ErrorBody {
    const details = [
      ...(this.details ?? []),
      // The value of `Retry-After`, so that a form can show when the lock ends.
      ...(this.code === 'rate_limited' && this.retryAfterS !== undefined
        ? [{ path: 'retry_after_s', message: String(Math.max(1, Math.ceil(this.retryAfterS))) }]
        : []),
    ];
    return {
      status: this.code,
      message: this.message,
      request_id: requestId,
      ...(details.length === 0 ? {} : { details: details.map((detail) => ({ ...detail })) }),
    };
  }
}
