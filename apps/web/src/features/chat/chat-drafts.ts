import { ownDraft } from '../../shared/storage/own-draft.ts';
import type { DraftKeeper } from './chat-snapshot.ts';

/** Keeps the unsent message of a live, also through a reload and a sign-in. */
export const draftsOf = (programLiveId: string): DraftKeeper =>
  ownDraft(`chat-draft:${programLiveId}`);
