import type { Clip, OwnClip } from '@sangwian/contract/endpoints/clips';
import type { OperatorClip } from '@sangwian/contract/endpoints/operator/clips';
import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { clipFilePaths } from './clip-files.ts';
import type { ClipRow } from './clips.store.ts';
import type { OpenReports } from './reports.store.ts';

const presentBase = (row: ClipRow) => ({
  clip_id: row.clip_id,
  program_live_id: row.program_live_id as ProgramLiveId,
  title: row.title,
  card: { th: row.title_th, en: row.title_en },
  duration_ms: row.duration_ms,
  created_at: row.created_at.toISOString(),
});

/** Returns whether everyone may watch a clip. */
export const isPublic = (row: ClipRow): boolean =>
  row.state === 'ready' && row.removed_at === null && row.held_word === null;

export const presentClip = (row: ClipRow): Clip => ({
  ...presentBase(row),
  recorded_at: row.starts_at.toISOString(),
  member_id: row.member_id as MemberId,
  member_name: row.member_name,
  files: clipFilePaths(row.clip_id),
});

export const presentOwnClip = (row: ClipRow): OwnClip => ({
  ...presentBase(row),
  recorded_at: row.starts_at.toISOString(),
  state: row.removed_at === null ? row.state : 'removed',
  held: row.held_word !== null,
  progress: row.progress,
  failure: row.removed_at === null ? row.failure : null,
  removed_because: row.removed_because,
  files: isPublic(row) ? clipFilePaths(row.clip_id) : null,
});

export function presentOperatorClip(row: ClipRow, reports: OpenReports | undefined): OperatorClip {
  const { landscape, poster } = clipFilePaths(row.clip_id);
  return {
    ...presentBase(row),
    member_id: row.member_id as MemberId,
    member_name: row.member_name,
    state: row.state,
    failure: row.failure,
    progress: row.progress,
    held_word: row.held_word,
    reports: reports?.reports ?? 0,
    reasons: reports?.reasons ?? {},
    notes: reports?.notes ?? [],
    files: row.state === 'ready' ? { landscape, poster } : null,
  };
}
