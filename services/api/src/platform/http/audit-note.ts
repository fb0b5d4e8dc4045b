import { z } from 'zod';

/** The operator who made a change and the reason; stored with the change. */
export interface AuditNote {
  readonly actor: string;
  readonly reason: string;
}

/** An operator's name in requests to the internal listener. */
export const OperatorName = z.string().trim().min(1).max(100);
/** An operator's reason for a change. */
export const OperatorReason = z.string().trim().min(1).max(500);
