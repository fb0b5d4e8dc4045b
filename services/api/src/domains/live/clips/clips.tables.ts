import type { ReportReason } from '@sangwian/contract/endpoints/chat-safety';
import type { ClipFailure } from '@sangwian/contract/endpoints/clips';
import type { Generated } from 'kysely';

export interface ClipTables {
  clip: ClipTable;
  clip_report: ClipReportTable;
}

interface ClipTable {
  clip_id: string;
  recording_id: string;
  /** The owner; `null` once the account is deleted. */
  member_id: string | null;
  title: string;
  /** The wall-clock time of the first frame. */
  starts_at: Date;
  duration_ms: number;
  crop_permille: number;
  state: Generated<'queued' | 'encoding' | 'ready' | 'failed'>;
  /** Counts the starts of the encoding. Only the latest attempt can write. */
  attempt: Generated<number>;
  progress: Generated<number>;
  failure: ClipFailure | null;
  /** The watched word of the title, for which a moderator must review the clip. */
  held_word: string | null;
  landscape_bytes: number | null;
  vertical_bytes: number | null;
  poster_bytes: number | null;
  created_at: Date;
  ready_at: Date | null;
  removed_at: Date | null;
  removal: 'owner' | 'staff' | 'account' | null;
  removed_because: ReportReason | null;
}

interface ClipReportTable {
  clip_report_id: Generated<string>;
  clip_id: string;
  member_id: string | null;
  reason: ReportReason;
  note: string;
  created_at: Date;
  /** When a moderator kept or removed the clip. */
  decided_at: Date | null;
}
