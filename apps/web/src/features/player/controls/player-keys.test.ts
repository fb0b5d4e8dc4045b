import { describe, expect, it } from 'vitest';
import { actionOf, type KeyPress } from './player-keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}) =>
  actionOf({ key, modified: false, writing: false, onPlayer: true, ...more });

describe('a key press', () => {
  it('plays, mutes and toggles full screen, in upper and lower case', () => {
    expect([press(' '), press('K'), press('m'), press('F')]).toEqual([
      'toggle_play',
      'toggle_play',
      'toggle_mute',
      'toggle_fullscreen',
    ]);
  });

  it('is ignored while writing in the chat', () => {
    expect(press('m', { writing: true })).toBe(null);
    expect(press(' ', { writing: true })).toBe(null);
  });

  it('is ignored with Ctrl or Alt', () => {
    expect(press('f', { modified: true })).toBe(null);
  });

  it('is ignored if it also scrolls or presses a button, unless the player has the focus', () => {
    expect(press(' ', { onPlayer: false })).toBe(null);
    expect(press('ArrowDown', { onPlayer: false })).toBe(null);
    expect(press('m', { onPlayer: false })).toBe('toggle_mute');
  });

  it('is ignored if no action is assigned to it', () => {
    expect(press('x')).toBe(null);
    expect(press('constructor')).toBe(null);
  });
});
