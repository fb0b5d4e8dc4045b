import type { ApiError } from '@sangwian/node-kit/api-error';
import type { FastifyRequest } from 'fastify';

/** Maximum number of log lines per period, so that a flood of refusals cannot fill the disk. */
const LINES_MAX = 100;
const PERIOD_MS = 10_000;
const LOGGED_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Logs refused access: missing and wrong credentials, missing permissions, exceeded limits. Successful sign-ins are rows of
 * `member_session`, and those of staff are rows of the audit.
 */
export class RefusedAccessLog {
  readonly #nowMs: () => number;
  #periodStartMs = Number.NEGATIVE_INFINITY;
  #lines = 0;
  #suppressed = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Logs the refusal with the route of the request. The URL is not logged, because it may contain ids and tokens. */
  note(request: FastifyRequest, { httpStatus, code }: ApiError): void {
    if (!LOGGED_STATUSES.has(httpStatus)) return;
    const nowMs = this.#nowMs();
    if (nowMs - this.#periodStartMs >= PERIOD_MS) {
      if (this.#suppressed > 0)
        request.log.warn({ suppressed: this.#suppressed }, 'refused access not logged');
      this.#periodStartMs = nowMs;
      this.#lines = 0;
      this.#suppressed = 0;
    }
    if (this.#lines >= LINES_MAX) {
      this.#suppressed += 1;
      return;
    }
    this.#lines += 1;
    const { method, routeOptions, ip, bearer, staff } = request;
    request.log.info(
      {
        code,
        method,
        url: routeOptions.url,
        address: ip,
        ...(bearer ? { member_id: bearer.memberId } : {}),
        ...(staff ? { staff_id: staff.staffId } : {}),
      },
      'access refused',
    );
  }
}
