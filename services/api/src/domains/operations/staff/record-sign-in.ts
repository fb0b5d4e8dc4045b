import type { Operation } from '@sangwian/contract/contract';
import { type AuditTrail, actorOf } from '../../../platform/http/audit-call.ts';
import type { Staff } from '../../../platform/http/handler.ts';

interface SignedInCall {
  readonly ip: string;
  readonly requestId: string;
}

export type RecordSignIn = (
  operation: Operation,
  staff: Staff,
  call: SignedInCall,
) => Promise<void>;

/** Records sign-ins in the audit. The framework does not, because a sign-in begins without an account. */
export const createRecordSignIn =
  (trail: AuditTrail): RecordSignIn =>
  async (operation, staff, { ip, requestId }) => {
    const entry = { ...actorOf(staff), operation, parts: {}, requestId, address: ip };
    const entryId = await trail.begin(entry);
    const subject = { subjectType: 'staff', subjectId: staff.staffId };
    await trail.finish(entryId, { ...subject, result: 'done', errorCode: null });
  };
