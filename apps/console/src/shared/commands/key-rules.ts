/** A key as commands name it: `S`, `1`, `/`, `?`, `Ctrl+Enter`, `Ctrl+K`, or `hold E`. */
export type KeyName = string;

interface Pressed {
  readonly key: string;
  /** The physical position of the key, such as `KeyS`. The Thai layout has no Latin letters. */
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const LATIN = /^[a-z0-9]$/i;
const PLACE = /^(?:Key|Digit)([A-Z0-9])$/;

/**
 * Returns the name of a pressed key, which is the same on Thai and English layouts; `null` for a combination with Alt.
 */
export function keyNameOf({ key, code, ctrlKey, metaKey, altKey }: Pressed): KeyName | null {
  if (altKey) return null;
  const prefix = ctrlKey || metaKey ? 'Ctrl+' : '';
  if (key.length > 1) return `${prefix}${key}`;
  const onPlace = LATIN.test(key) ? key : (PLACE.exec(code)?.[1] ?? slashOf(code, key));
  return `${prefix}${onPlace.toUpperCase()}`;
}

const slashOf = (code: string, key: string): string =>
  code === 'Slash' && !/[?/]/.test(key) ? '/' : key;

/** Returns whether the key edits a text. In this case single letters run no commands. */
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

/** Returns whether a key runs its command while a text is being edited. */
export const worksInFields = (name: KeyName): boolean => name.startsWith('Ctrl+');
