import { useLayoutEffect, useState } from 'react';
import { ownDraft } from './own-draft.ts';

/**
 * Returns the text of a field in a dialog or sheet, and a function that changes it. The text survives the closing of
 * the dialog; an empty text removes the draft.
 *
 * @param name identifies the field and what it is about, such as `appeal:<id>`
 */
export function useOwnDraft(name: string): [text: string, change: (text: string) => void] {
  const [draft] = useState(() => ownDraft(name));
  const [text, setText] = useState('');
  // The server has no storage: a dialog with its own URL is hydrated without the draft, and receives it before the
  // first paint.
  useLayoutEffect(() => setText(draft.read()), [draft]);
  return [
    text,
    (changed) => {
      draft.keep(changed);
      setText(changed);
    },
  ];
}
