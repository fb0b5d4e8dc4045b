import type { Show } from '@sangwian/contract/endpoints/operator/show';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import type { Staff } from '../../../platform/http/handler.ts';
import type { AuditNote, DeskAct } from '../../live/bout-control/bout-control.module.ts';

/** The reason that is recorded for acts that need none: the operator's button explains the act. */
const BY_CONSOLE = 'in the console';

/** The fields that every act of the console contains. */
export interface ActBody {
  readonly act_id: string;
  readonly version: number;
  readonly reason?: string | undefined;
}

/** Reads the show in the form that a staff account sees. */
export type ReadShowAs = (staff: Staff, programLiveId?: ProgramLiveId) => Promise<{ data: Show }>;

export const deskActOf = ({ act_id: actId, version }: ActBody): DeskAct => ({ actId, version });

/** Returns the actor and the reason for the show's log. */
export const noteOf = ({ name, staffId }: Staff, reason?: string): AuditNote => ({
  actor: name,
  staffId,
  reason: reason === undefined || reason === '' ? BY_CONSOLE : reason,
});
