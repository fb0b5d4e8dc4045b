import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Staff } from '../../../platform/http/handler.ts';
import type { AuditNote, DeskAct } from '../../live/bout-control/bout-control.module.ts';

/** The reason in the log of acts without one: the button says it. */
const BY_CONSOLE = 'in the console';

/** What every act of the console carries. */
export interface ActBody {
  readonly act_id: string;
  readonly version: number;
  readonly reason?: string | undefined;
}

/** Reads the show as a member of staff sees it. */
export type ReadShowAs = (staff: Staff, programLiveId?: ProgramLiveId) => Promise<{ data: Show }>;

export const deskActOf = ({ act_id: actId, version }: ActBody): DeskAct => ({ actId, version });

/** Returns the actor and the reason for the log of the show. */
export const noteOf = ({ name, staffId }: Staff, reason?: string): AuditNote => ({
  actor: name,
  staffId,
  reason: reason === undefined || reason === '' ? BY_CONSOLE : reason,
});
