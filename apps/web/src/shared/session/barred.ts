import { ApiError } from '../api/api-error.ts';
import { createTabDraft } from '../storage/tab-draft.ts';

/** Why an account is barred. Stored for the tab, because the session has ended. */
export interface Barred {
  /** The account status; empty while unknown. */
  readonly status: '' | 'ban' | 'suspend' | 'closed';
  /** The operator's reason; may be empty. */
  readonly reason: string;
  /** Start and end as ISO 8601; empty if unknown. */
  readonly since: string;
  readonly until: string;
  /** The token of a refused sign-in. It authorises one appeal within some minutes. */
  readonly appealToken: string;
  /** The state of the appeal; empty without one. */
  readonly appealState: string;
  /** The answer to the appeal. */
  readonly appealReason: string;
}

export const NOT_BARRED: Barred = {
  status: '',
  reason: '',
  since: '',
  until: '',
  appealToken: '',
  appealState: '',
  appealReason: '',
};
const STATUS: Readonly<Record<string, Barred['status']>> = {
  member_banned: 'ban',
  member_suspended: 'suspend',
  member_closed: 'closed',
};

const barred = createTabDraft('barred', NOT_BARRED);

export const useBarred = barred.use;

/**
 * Stores why a member was signed out.
 *
 * @param refusal the refusal of a call with the member's token; other values are ignored
 */
export function keepBarred(status: 'ban' | 'suspend', refusal: unknown): void {
  const barring =
    refusal instanceof ApiError && Object.hasOwn(STATUS, refusal.status) ? refusal : null;
  const detail = (path: string): string =>
    barring?.body.details?.find((entry) => entry.path === path)?.message ?? '';
  barred.change({
    status: (barring === null ? undefined : STATUS[barring.status]) ?? status,
    reason: detail('reason'),
    since: detail('since'),
    until: detail('until'),
    appealToken: detail('appeal_token'),
    appealState: detail('appeal_state'),
    appealReason: detail('appeal_reason'),
  });
}

/** Records that the appeal was sent. Its token is used up. */
export const markAppealed = (): void => barred.change({ appealToken: '', appealState: 'open' });
