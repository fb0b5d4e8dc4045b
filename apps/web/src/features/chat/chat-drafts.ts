import { readStored } from '../../shared/storage/local-storage.ts';
import type { DraftKeeper } from './chat-snapshot.ts';

/**
 * Keeps an unsent message through a reload and a sign-in. Each draft belongs to one live and one member, so that the
 * next member who uses the tab does not see the draft.
 */
export const draftsOf = (programLiveId: string): DraftKeeper => {
  // The member's id is read early, because the member may already be signed out when the last draft is stored.
  const key = `chat-draft:${programLiveId}:${readStored('member_id') ?? ''}`;
  // Without storage the draft lasts as long as the page.
  const store = (use: (storage: Storage) => string | null): string => {
    try {
      return use(sessionStorage) ?? '';
    } catch {
      return '';
    }
  };
  return {
    read: () => store((storage) => storage.getItem(key)),
    keep: (text) => {
      store((storage) => {
        if (text === '') storage.removeItem(key);
        else storage.setItem(key, text);
        return null;
      });
    },
  };
};
