import { ApiError } from '../api/api-error.ts';
import { createTabDraft } from '../storage/tab-draft.ts';

/** Why a member may not come in; kept for the tab, since the member's session is gone. */
export interface Barred {
  /** Empty: nothing is known. */
  readonly status: '' | 'ban' | 'suspend' | 'closed';
  /** In the operator's words; empty where none were given. */
  readonly reason: string;
  /** ISO 8601; empty where it is not known. */
  readonly since: string;
  readonly until: string;
}

const UNKNOWN: Barred = { status: '', reason: '', since: '', until: '' };
const STATUS: Readonly<Record<string, Barred['status']>> = {
  member_banned: 'ban',
  member_suspended: 'suspend',
  member_closed: 'closed',
};

const barred = createTabDraft('barred', UNKNOWN);

export const useBarred = barred.use;

/**
 * Keeps why a member was signed out.
 *
 * @param refusal of a call with the member's token; whatever else it is says nothing
 */
export function keepBarred(status: 'ban' | 'suspend', refusal: unknown): void {
  const told =
    refusal instanceof ApiError && Object.hasOwn(STATUS, refusal.status) ? refusal : null;
  const detail = (path: string): string =>
    told?.body.details?.find((entry) => entry.path === path)?.message ?? '';
  barred.change({
    status: (told === null ? undefined : STATUS[told.status]) ?? status,
    reason: detail('reason'),
    since: detail('since'),
    until: detail('until'),
  });
}
