export const PUSH_LIMITS = {
  /** Browsers of one member; the one that was added first goes. */
  devicesMax: 20,
  /** A service has this long to take a message. */
  answerMs: 10_000,
  /** Nobody else sends what somebody has begun to send for so long: longer than any attempt takes. */
  leaseMs: 60_000,
  restMs: 15_000,
  restMsMax: 15 * 60_000,
  /** Messages that a node takes at a time, and sends at the same time. */
  batchMax: 200,
  atOnceMax: 20,
  pollMs: 2_000,
  /** Of browsers whose sign-in has ended, how often and how many at a time are looked for. */
  tidyMs: 60_000,
  tidyMax: 500,
} as const;

export interface EndpointRules {
  /** `*.` stands for what is below a host, not for the host itself. */
  readonly hosts: readonly string[];
  /** Below this address endpoints are the sandbox's; empty: there is none. */
  readonly sandboxUrl: string;
}

const matches = (host: string, rule: string): boolean =>
  rule.startsWith('*.') ? host.endsWith(rule.slice(1)) : host === rule;

/**
 * Whether messages may be sent to an address that a browser told of: a member could tell of any, and we would call it.
 * Only https to known push services, at their usual port.
 */
export function isAllowedEndpoint(endpoint: string, { hosts, sandboxUrl }: EndpointRules): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  // As it was parsed: `/sandbox/push/../x` is below nothing.
  if (sandboxUrl !== '' && url.href.startsWith(sandboxUrl)) return true;
  if (url.protocol !== 'https:' || url.port !== '') return false;
  if (url.username !== '' || url.password !== '') return false;
  return hosts.some((rule) => matches(url.hostname, rule));
}

/** What became of a message. `refused`: it will not be taken, but the browser is still there. */
export type SendOutcome = 'sent' | 'gone' | 'refused' | 'later';

/** What a push service's status means (RFC 8030, 5 and 7.3). */
export function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return 'sent';
  if (status === 404 || status === 410) return 'gone';
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'refused';
}

/** `Retry-After` in milliseconds, as seconds or as a date; `null` where it says nothing. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,6}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

/** How long a message rests after an attempt: twice as long each time, to a limit, and as long as the service asks. */
export const restAfter = (attempts: number, askedMs: number | null): number =>
  Math.max(
    askedMs ?? 0,
    Math.min(PUSH_LIMITS.restMs * 2 ** Math.max(0, attempts - 1), PUSH_LIMITS.restMsMax),
  );
