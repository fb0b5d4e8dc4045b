import { readStored } from '../../shared/storage/local-storage.ts';
import type { DraftKeeper } from './chat-snapshot.ts';

/**
 * What was written and not sent outlives a reload and a way to sign-in: in the live that it was written for, and for
 * who wrote it. Whoever signs in after them in the same tab does not find it.
 */
export const draftsOf = (programLiveId: string): DraftKeeper => {
  // A sign-out is on its way by the time that the last words are kept: whose they are is known before.
  const key = `chat-draft:${programLiveId}:${readStored('member_id') ?? ''}`;
  // Where storage is refused the draft lasts as long as the page.
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
