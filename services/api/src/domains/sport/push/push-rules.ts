export const PUSH_LIMITS = {
  /** Maximum number of browsers per member. Beyond it the oldest is removed. */
  devicesMax: 20,
  /** Timeout of a request to a push service. */
  answerMsMax: 10_000,
  /** Lease of a claimed message. Longer than any attempt takes. */
  leaseMs: 60_000,
  backoffMs: 15_000,
  backoffMsMax: 15 * 60_000,
  /** Number of messages that a node claims at a time. It sends `atOnceMax` of them concurrently. */
  batchMax: 200,
  atOnceMax: 20,
  /** How many browsers one batch checks for an ended sign-in. */
  tidyMax: 500,
} as const;

export interface EndpointRules {
  /** `*.` matches subdomains, but not the domain itself. */
  readonly hosts: readonly string[];
  /** Base URL of the sandbox's push service; empty if there is no sandbox. */
  readonly sandboxUrl: string;
}

const matches = (host: string, rule: string): boolean =>
  rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === rule;

/**
 * Returns whether messages may be sent to a subscription's endpoint. A member could store any URL and make the server
 * send requests to it. Therefore only https URLs of known push services, at the default port, are allowed.
 */
export function isAllowedEndpoint(endpoint: string, { hosts, sandboxUrl }: EndpointRules): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  // Compares the parsed URL: `/sandbox/push/../x` begins with the base URL only as text.
  if (sandboxUrl !== '' && url.href.startsWith(sandboxUrl)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  if (url.username !== '' || url.password !== '') return false;
  return hosts.some((rule) => matches(url.hostname, rule));
}

/**
 * The outcome of an attempt. `gone`: the subscription no longer exists. `refused`: the message is invalid, but the
 * subscription still exists. `later`: the message is retried.
 */
export type SendOutcome = 'sent' | 'gone' | 'refused' | 'later';

/** Maps the HTTP status of a push service to an outcome (RFC 8030, sections 5 and 7.3). */
export function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

/** Parses a `Retry-After` header in seconds or as a date. Returns `null` if the header is missing or invalid. */
export function parseRetryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** Returns the delay before the next attempt: exponential backoff, but at least the service's `Retry-After`. */
export const retryDelayMs = (attempts: number, retryAfterMs: number | null): number =>
  Math.max(
    retryAfterMs ?? 0,
    Math.min(PUSH_LIMITS.backoffMs * 2 ** Math.max(0, attempts - 1), PUSH_LIMITS.backoffMsMax),
  );
