import { describe, expect, it } from 'vitest';
import { actionOf, type KeyPress } from './player-keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}) =>
  actionOf({ key, modified: false, writing: false, onPlayer: true, ...more });

describe('a key', () => {
  it('plays, mutes and fills the screen, in either case of the letter', () => {
    expect([press(' '), press('K'), press('m'), press('F')]).toEqual([
      'toggle_play',
      'toggle_play',
      'toggle_mute',
      'toggle_fullscreen',
    ]);
  });

  it('belongs to who is writing in the chat', () => {
    expect(press('m', { writing: true })).toBe(null);
    expect(press(' ', { writing: true })).toBe(null);
  });

  it('belongs to the browser with Ctrl or Alt', () => {
    expect(press('f', { modified: true })).toBe(null);
  });

  it('scrolls the page, presses the button and moves the slider where the player has not the focus', () => {
    expect(press(' ', { onPlayer: false })).toBe(null);
    expect(press('ArrowDown', { onPlayer: false })).toBe(null);
    expect(press('m', { onPlayer: false })).toBe('toggle_mute');
  });

  it('is nothing where it means nothing', () => {
    expect(press('x')).toBe(null);
    expect(press('constructor')).toBe(null);
  });
});
