import type { StaffPresence } from '@sangwian/contract/endpoints/operator/show';
import { useEffect } from 'react';
import { useMe } from '../session/session-store.ts';
import { createStore, useStore } from '../store.ts';
import { announceEditing } from './live-feed.ts';

/** The people at the console, as the live feed last announced them. */
export const presenceStore = createStore<readonly StaffPresence[]>([]);

/** Returns the people at the console without the signed-in person. */
export function useColleagues(): readonly StaffPresence[] {
  const { staff_id: ownId } = useMe();
  return useStore(presenceStore).filter(({ staff_id }) => staff_id !== ownId);
}

/**
 * Announces the subject that this person edits while the component is mounted. Returns the colleagues who edit the same
 * subject.
 *
 * @param subject a kind and an id, such as `member:…`; at most 80 characters
 */
export function useEditors(subject: string): readonly StaffPresence[] {
  useEffect(() => {
    announceEditing(subject);
    return () => announceEditing(null);
  }, [subject]);
  return useColleagues().filter(({ editing }) => editing === subject);
}
