/** What a key does. Arrows left and right rewind, up and down are the volume, as everywhere. */
export type KeyAction =
  | 'toggle_play'
  | 'toggle_mute'
  | 'toggle_fullscreen'
  | 'toggle_picture'
  | 'back'
  | 'forward'
  | 'louder'
  | 'softer'
  | 'live'
  | 'beginning'
  | 'help';

const KEYS: ReadonlyMap<string, KeyAction> = new Map([
  [' ', 'toggle_play'],
  ['k', 'toggle_play'],
  ['m', 'toggle_mute'],
  ['f', 'toggle_fullscreen'],
  ['p', 'toggle_picture'],
  ['j', 'back'],
  ['ArrowLeft', 'back'],
  ['l', 'forward'],
  ['ArrowRight', 'forward'],
  ['ArrowUp', 'louder'],
  ['ArrowDown', 'softer'],
  ['End', 'live'],
  ['Home', 'beginning'],
  ['?', 'help'],
]);

/** Keys that a page scrolls, a button presses or a slider moves by: the player's only while nothing else has them. */
const SHARED = new Set([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'End', 'Home']);

export interface KeyPress {
  readonly key: string;
  /** Ctrl, Alt or Meta is held: the browser's own. */
  readonly modified: boolean;
  /** Something that one writes into has the focus. */
  readonly writing: boolean;
  /** The focus is on the player itself, not on one of its buttons or elsewhere in the page. */
  readonly onPlayer: boolean;
}

/** The action of a key press, or `null` where the key is not the player's. */
export const actionOf = ({ key, modified, writing, onPlayer }: KeyPress): KeyAction | null => {
  if (modified || writing) return null;
  const action = KEYS.get(key.length === 1 ? key.toLowerCase() : key);
  if (action === undefined || (SHARED.has(key) && !onPlayer)) return null;
  return action;
};
