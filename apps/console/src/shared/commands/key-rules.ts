/** A key as commands name it: `S`, `1`, `/`, `?`, `Ctrl+Enter`, `Ctrl+K`, or `hold E`. */
export type KeyName = string;

interface Pressed {
  readonly key: string;
  /** The place of the key on the keyboard, such as `KeyS`: a Thai layout has no Latin letters. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const LATIN = /^[a-z0-9]$/i;
const PLACE = /^(?:Key|Digit)([A-Z0-9])$/;

/** Returns the name of a pressed key, the same on a Thai and an English layout; `null` for a combination with Alt. */
export function keyNameOf({ key, code, ctrlKey, metaKey, altKey }: Pressed): KeyName | null {
  if (altKey) return null;
  const prefix = ctrlKey || metaKey ? 'Ctrl+' : '';
  if (key.length > 1) return `${prefix}${key}`;
  const onPlace = LATIN.test(key) ? key : (PLACE.exec(code)?.[1] ?? slashOf(code, key));
  return `${prefix}${onPlace.toUpperCase()}`;
}

const slashOf = (code: string, key: string): string =>
  code === 'Slash' && !/[?/]/.test(key) ? '/' : key;

/** Whether the key belongs to a text that is being edited, in which single letters are dead. */
export const isEditing = (
  target: {
    readonly tagName?: string;
    readonly isContentEditable?: boolean;
    readonly type?: string;
  } | null,
): boolean =>
  target !== null &&
  (target.isContentEditable === true ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName ?? '') ||
    (target.tagName === 'INPUT' && !/^(checkbox|radio|button|submit)$/.test(target.type ?? '')));

/** Whether a key works while a text is being edited. */
export const worksInFields = (name: KeyName): boolean => name.startsWith('Ctrl+');
