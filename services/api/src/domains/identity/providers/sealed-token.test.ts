import { expect, test } from 'vitest';
import { createTokenSeal } from './sealed-token.ts';

const token = { refreshToken: 'the refresh token', accessToken: null, subject: 'U1' };

test('an encrypted token can be decrypted, and its ciphertext reveals nothing', () => {
  const seal = createTokenSeal('secret');
  const sealed = seal.seal(token);
  expect(seal.open(sealed)).toEqual(token);
  expect(sealed.toString('latin1')).not.toContain('refresh');
  expect(seal.seal(token).equals(sealed)).toBe(false);
});

test('a ciphertext that is modified, cut or from another secret is not decrypted', () => {
  const seal = createTokenSeal('secret');
  const sealed = seal.seal(token);
  for (const index of [0, 1, 20, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8((changed.readUInt8(index) + 1) % 256, index);
    expect(seal.open(changed)).toBeNull();
  }
  expect(seal.open(sealed.subarray(0, 12))).toBeNull();
  expect(seal.open(Buffer.alloc(0))).toBeNull();
  expect(createTokenSeal('another').open(sealed)).toBeNull();
});
