import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openGrant, sealGrant } from './playback-grant.ts';

const grant = { path: 'channel', watchSessionId: 'session', expiresAtS: 2_000 };
const token = sealGrant(grant, 'secret');

describe('a playback grant', () => {
  it('opens to its sealed content, and needs no escaping in a URL', () => {
    expect(openGrant(token, 'secret', 1_999)).toEqual(grant);
    expect(encodeURIComponent(token)).toBe(token);
  });

  it('is refused once it has expired, or with another secret', () => {
    expect(openGrant(token, 'secret', 2_000)).toBeNull();
    expect(openGrant(token, 'other', 1_999)).toBeNull();
  });

  it('is refused when a character is changed, added or removed', () => {
    for (let index = 0; index < token.length; index += 1) {
      const letter = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + letter + token.slice(index + 1);
      const opened = openGrant(changed, 'secret', 1_999);
      // The last character of a signature has two unused bits.
      if (index < token.length - 1) expect(opened).toBeNull();
    }
    for (const other of [
      `${token}"`,
      `${token}%0a`,
      `${token}=`,
      ` ${token}`,
      token.slice(0, -1),
      '',
      '.',
      'a.b',
    ]) {
      expect(openGrant(other, 'secret', 1_999)).toBeNull();
    }
    expect(openGrant('A'.repeat(10_000), 'secret', 1_999)).toBeNull();
  });

  it('is refused when its payload was signed with another key', () => {
    const payload = Buffer.from(JSON.stringify(['channel', 'session', 9_999])).toString(
      'base64url',
    );
    const forged = createHmac('sha256', 'guess').update(payload).digest('base64url');
    expect(openGrant(`${payload}.${forged}`, 'secret', 1_999)).toBeNull();
  });
});
