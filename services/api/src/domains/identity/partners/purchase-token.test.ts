import type { MemberId } from '@sangwian/contract/ids';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createKeyRing } from './key-ring.ts';
import { type PurchaseGrant, readPurchaseToken, signPurchaseToken } from './purchase-token.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ring = createKeyRing('one', 'purchase');
const grant: PurchaseGrant = {
  memberId: '0199a0b0-0000-7000-8000-000000000009' as MemberId,
  mapSystemId: 'lumphu-play',
  maxSatang: 9_900,
  jti: 'lumphu-play:1',
  expiresAt: new Date(now.getTime() + 15 * 60_000),
};
const refused = { code: 'purchase_token_invalid' };

test('a purchase token contains the member, the id, the limit and the expiry', async () => {
  const token = await signPurchaseToken(grant, ring);
  expect(await readPurchaseToken(token, ring, now)).toEqual(grant);
});

test('a purchase token expires', async () => {
  const token = await signPurchaseToken(grant, ring);
  await expect(readPurchaseToken(token, ring, grant.expiresAt)).rejects.toMatchObject(refused);
});

test('a purchase token is accepted with a rotated key until that key is removed', async () => {
  const token = await signPurchaseToken(grant, ring);
  const turning = createKeyRing('two, one', 'purchase');
  expect(turning.current.keyId).not.toBe(ring.current.keyId);
  expect(await readPurchaseToken(token, turning, now)).toEqual(grant);
  const turned = createKeyRing('two', 'purchase');
  await expect(readPurchaseToken(token, turned, now)).rejects.toMatchObject(refused);
});

test('a purchase token is refused with a key of another purpose from the same secret', async () => {
  const token = await signPurchaseToken(grant, createKeyRing('one', 'handover'));
  await expect(readPurchaseToken(token, ring, now)).rejects.toMatchObject(refused);
});

test('a purchase token is refused if it is for another path, unsigned or malformed', async () => {
  const { keyId, key } = ring.current;
  const forAnother = await new SignJWT({ map_system_id: 'lumphu-play', max_satang: 1 })
    .setProtectedHeader({ alg: 'HS256', kid: keyId })
    .setIssuer('sangwian')
    .setAudience('auth/member')
    .setSubject(grant.memberId)
    .setJti('1')
    .setExpirationTime(grant.expiresAt)
    .sign(key);
  const [, payload] = (await signPurchaseToken(grant, ring)).split('.');
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
  for (const token of [forAnother, none, 'nonsense', '']) {
    await expect(readPurchaseToken(token, ring, now)).rejects.toMatchObject(refused);
  }
});

test('creating a key ring requires a secret', () => {
  expect(() => createKeyRing(' , ', 'purchase')).toThrow('no secret for purchase');
});
