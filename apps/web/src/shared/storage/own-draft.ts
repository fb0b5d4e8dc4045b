import { readStored } from './local-storage.ts';

/** Unsent text in the storage of the tab. */
interface OwnDraft {
  read(): string;
  /** Stores the text. An empty text removes the draft. */
  keep(text: string): void;
}

/**
 * Keeps unsent text through a closed dialog, a reload and a sign-in. Each draft belongs to one member, so that the next
 * member who uses the tab does not see the draft. Never store a password or a PIN in it.
 */
export const ownDraft = (name: string): OwnDraft => {
  // The member's id is read early, because the member may already be signed out when the last draft is stored.
  const key = `${name}:${readStored('member_id') ?? ''}`;
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
