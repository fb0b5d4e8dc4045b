import type { ResponseOf } from '@sangwian/contract/contract';

export type LiveSummary = ResponseOf<'GET /live'>['data'][number];
export type LiveCard = ResponseOf<'GET /live/{program_live_id}'>['data'];
export type Bout = LiveCard['matches'][number];

/** The content of the home page. */
export interface Home {
  readonly lives: readonly LiveSummary[];
  /** The card of the featured live; `null` without lives. */
  readonly card: LiveCard | null;
}
