import { LIMITS } from '@sangwian/contract/limits';
import { describe, expect, it } from 'vitest';
import { checkChatText, cleanChatText, readRefusal, sendRefusal } from './chat-rules.ts';

describe('a chat line', () => {
  it('keeps HTML as plain text', () => {
    expect(cleanChatText('<b onclick="x()">สู้</b> &amp;')).toBe('<b onclick="x()">สู้</b> &amp;');
  });

  it('is normalized to NFC, one line and single spaces', () => {
    expect(cleanChatText('  e\u0301\t\tสู้\r\n\u2028\u00A0 ๆ \u3000')).toBe('é สู้ ๆ');
  });

  it('keeps ำ as one character, which NFKC would split', () => {
    expect(cleanChatText('น้ำ')).toBe('น้ำ');
  });

  it.each([
    [
      'direction overrides, isolates and marks',
      'a\u202Eb\u2066c\u2069d\u200Fe\u200Ef\u061Cg',
      'abcdefg',
    ],
    ['control characters, NUL too', 'a\u0000b\u0007c\u001Bd\u007Fe\u0085f', 'abcdef'],
    ['zero-width spaces and soft hyphens', 'a\u200Bb\u2060c\uFEFFd\u00ADe\u3164', 'abcde'],
    ['joiners that join nothing', '\u200Da \u200D\u200D b\u200D', 'a b'],
    ['emoji tag letters that follow no flag', 'a\u{E0061}\u{E0062}b', 'ab'],
  ])('drops %s', (_name, raw, kept) => {
    expect(cleanChatText(raw)).toBe(kept);
  });

  it.each(['👩‍👩‍👧‍👦', '👩🏽‍🚀', '🏳️‍🌈', '❤️‍🔥', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', '🇹🇭'])(
    'keeps %s unchanged',
    (text) => {
      expect(cleanChatText(text)).toBe(text);
    },
  );

  it('shortens stacks of combining marks without breaking Thai syllables', () => {
    expect(cleanChatText('ปั๊ด ก็ ปู่ นี้')).toBe('ปั๊ด ก็ ปู่ นี้');
    expect(cleanChatText(`Z${'\u0300\u0301\u0302'.repeat(100)}`).length).toBeLessThan(8);
  });

  it('replaces a lone surrogate by the replacement character', () => {
    expect(cleanChatText('a\uD800b')).toBe('a\uFFFDb');
  });

  it('is limited in graphemes, not in code units', () => {
    const family = '👩‍👩‍👧‍👦';
    const long = `${family.repeat(40)}${'กี่'.repeat(LIMITS.chatCharsMax - 40)}`;
    expect(checkChatText(long)).toEqual({ ok: true, text: long });
    expect(checkChatText(`${long}a`)).toEqual({ ok: false, code: 'chat_too_long' });
  });

  it.each(['', '   ', '\u200B\u202E', '\n\t', '\u3164', '\u200D'])(
    'is refused without visible characters: %j',
    (raw) => {
      expect(checkChatText(raw)).toEqual({ ok: false, code: 'chat_failed' });
    },
  );

  it('with 5 000 letters is refused quickly', () => {
    const startedAt = performance.now();
    expect(checkChatText('มวยไทย '.repeat(750))).toEqual({ ok: false, code: 'chat_too_long' });
    expect(checkChatText('\u200D\u0300'.repeat(8_000)).ok).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});

describe('chat access', () => {
  const free = { status: 'in_progress', access: 'free' } as const;
  const premium = { status: 'in_progress', access: 'premium' } as const;

  it('lets visitors read a free live but not send', () => {
    expect(readRefusal(free, false)).toBeNull();
    expect(sendRefusal(free, false, false)).toBe('chat_members_only');
  });

  it('limits a premium live to members who unlocked it', () => {
    expect(readRefusal(premium, false)).toBe('live_locked');
    expect(readRefusal(premium, true)).toBeNull();
    expect(sendRefusal(premium, true, false)).toBe('live_locked');
    expect(sendRefusal(premium, true, true)).toBeNull();
  });

  it('lets members send before the first bout and during the live, not after it', () => {
    expect(sendRefusal({ ...free, status: 'not_started' }, true, false)).toBeNull();
    expect(sendRefusal(free, true, false)).toBeNull();
    expect(sendRefusal({ ...free, status: 'ended' }, true, false)).toBe('live_ended');
  });
});
