import { z } from 'zod';

/** The operator who made a change and the reason; stored with the change. */
export interface AuditNote {
  readonly actor: string;
  readonly reason: string;
}

/** The schema of an operator's name in requests to the internal listener. */
export const OperatorName = z.string().trim().min(1).max(100);
/** The schema of an operator's reason for a change. */
export const OperatorReason = z.string().trim().min(1).max(500);
