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

/** Keys that also scroll, press buttons or move sliders: used only while the player itself has the focus. */
const SHARED = new Set([' ', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'End', 'Home']);

export interface KeyPress {
  readonly key: string;
  /** Whether Ctrl, Alt or Meta is pressed. */
  readonly modified: boolean;
  /** Whether a text field has the focus. */
  readonly writing: boolean;
  /** Whether the video has the focus, as opposed to one of its buttons. */
  readonly onPlayer: boolean;
}

/** Returns the action of a key press; `null` if the player ignores it. */
export const actionOf = ({ key, modified, writing, onPlayer }: KeyPress): KeyAction | null => {
  if (modified || writing) return null;
  const action = KEYS.get(key.length === 1 ? key.toLowerCase() : key);
  if (action === undefined || (SHARED.has(key) && !onPlayer)) return null;
  return action;
};
