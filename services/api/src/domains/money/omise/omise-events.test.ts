import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyOmiseSignature } from './omise-events.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const SECRETS = [Buffer.from('the secret that is going'), Buffer.from('the secret that comes')];
const BODY = Buffer.from('{"object":"event"}');

const sign = (secret: Buffer, timestamp: string, body = BODY): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

function deliver(
  signature: string | undefined,
  timestamp: string | undefined,
  { body = BODY, receivedAt = NOW } = {},
): boolean {
  const headers = {
    ...(signature === undefined ? {} : { 'omise-signature': signature }),
    ...(timestamp === undefined ? {} : { 'omise-signature-timestamp': timestamp }),
  };
  return verifyOmiseSignature(SECRETS, { headers, body, receivedAt });
}

const TIMESTAMP = String(NOW.getTime() / 1_000);

test('accepts a signature with any configured secret, even among unknown signatures', () => {
  for (const secret of SECRETS) expect(deliver(sign(secret, TIMESTAMP), TIMESTAMP)).toBe(true);
  const stranger = sign(Buffer.from('a stranger'), TIMESTAMP);
  const known = sign(SECRETS[1] as Buffer, TIMESTAMP);
  expect(deliver(`${stranger},${known}`, TIMESTAMP)).toBe(true);
  expect(deliver(`${stranger}, ${known}`, TIMESTAMP)).toBe(true);
  expect(deliver(stranger, TIMESTAMP)).toBe(false);
});

test('rejects a changed body and a missing or malformed signature', () => {
  const good = sign(SECRETS[0] as Buffer, TIMESTAMP);
  expect(deliver(good, TIMESTAMP, { body: Buffer.from('{"object":"other"}') })).toBe(false);
  for (const bad of [undefined, '', 'zz', good.slice(2), `${good}00`]) {
    expect(deliver(bad, TIMESTAMP), bad).toBe(false);
  }
  for (const timestamp of [undefined, '', '-1', '1e9', `${TIMESTAMP}.`]) {
    expect(deliver(good, timestamp), timestamp).toBe(false);
  }
});

test('rejects a signature with an old or future timestamp as a replay', () => {
  for (const minutes of [-6, 6, 60]) {
    const timestamp = String(NOW.getTime() / 1_000 - minutes * 60);
    expect(deliver(sign(SECRETS[0] as Buffer, timestamp), timestamp), `${minutes}`).toBe(false);
  }
  const recent = String(NOW.getTime() / 1_000 - 240);
  expect(deliver(sign(SECRETS[0] as Buffer, recent), recent)).toBe(true);
});
