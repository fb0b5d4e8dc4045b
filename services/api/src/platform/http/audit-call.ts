import type { Upload } from '@sangwian/contract/contract';
import type { StaffRole } from '@sangwian/contract/permissions';
import type { Logger } from '@sangwian/node-kit/logger';
import type { AuditFacts, AuditNotes } from './audit-notes.ts';
import type { Staff } from './handler.ts';
import { toApiError } from './to-api-error.ts';

export interface NewAuditEntry {
  /** The staff account; `null` before a sign-in. */
  readonly staffId: string | null;
  readonly actor: string;
  readonly role: StaffRole | null;
  readonly credential: 'session' | 'token' | 'local' | 'none';
  readonly operation: string;
  /** The parameters, query and body of the request, without secrets. */
  readonly parts: object;
  readonly requestId: string;
  readonly address: string;
}

export interface AuditOutcome extends AuditFacts {
  readonly result: 'done' | 'refused' | 'failed';
  readonly errorCode: string | null;
}

/** The append-only record of changes by staff. */
export interface AuditTrail {
  /** Writes an entry before the change. @returns its id */
  begin(entry: NewAuditEntry): Promise<string>;
  /** Writes the outcome of an entry. */
  finish(entryId: string, outcome: AuditOutcome): Promise<void>;
}

/** A `credential` is an authenticator's response: not secret, but kilobytes of unreadable data. */
const SECRET = /password|secret|token|code|cookie|^credential$|^stream_key$/i;
const LEFT_OUT = '…';
/** An entry contains the fields of a form, never a file. */
const PARTS_CHARS_MAX = 8_000;

function leaveOut(name: string, value: unknown): unknown {
  if (SECRET.test(name) && value !== undefined) return LEFT_OUT;
  return value;
}

/** Returns the parameters, query and body of a request without secrets and files. */
export function auditedParts(parts: object): object {
  const { upload, ...others } = parts as { readonly upload?: Upload };
  // The file is replaced first, because JSON would serialize each of its bytes as a number.
  const file = upload && { upload: { type: upload.type, bytes: upload.bytes.length } };
  const text = JSON.stringify({ ...others, ...file }, leaveOut);
  if (text.length > PARTS_CHARS_MAX) return { chars: text.length };
  return JSON.parse(text) as object;
}

/** Returns the fields of an entry that identify its actor. */
export const actorOf = ({ staffId, name, role, credential }: Staff) => ({
  staffId,
  actor: name,
  role,
  credential: credential.kind,
});

/**
 * Writes an audit entry, runs a change by staff, then writes its outcome. If the entry cannot be written, the change
 * does not run. An entry without an outcome, for example after a crash, is shown as `unknown`.
 */
export async function auditCall<Answer>(
  { trail, log }: { readonly trail: AuditTrail; readonly log: Logger },
  entry: NewAuditEntry,
  work: (audit: AuditNotes) => Promise<Answer>,
): Promise<Answer> {
  const entryId = await trail.begin(entry);
  let facts: AuditFacts = {};
  const notes: AuditNotes = {
    note: (more) => {
      facts = { ...facts, ...more };
    },
  };
  const finish = (outcome: Pick<AuditOutcome, 'result' | 'errorCode'>): Promise<void> =>
    trail.finish(entryId, { ...facts, ...outcome }).catch((error: unknown) => {
      // The change has already succeeded or failed. Only the outcome is missing in the audit.
      log.error({ err: error, entryId }, 'audit outcome not recorded');
    });
  try {
    const answer = await work(notes);
    await finish({ result: 'done', errorCode: null });
    return answer;
  } catch (error) {
    const { httpStatus, code } = toApiError(error);
    await finish({ result: httpStatus < 500 ? 'refused' : 'failed', errorCode: code });
    throw error;
  }
}
