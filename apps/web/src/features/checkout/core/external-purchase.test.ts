import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetIntents } from '../../../shared/ids/intent-key.ts';
import { buyExternally, hasPurchaseToken } from './external-purchase.ts';

const pack = { package_id: 6, satang: 50_000 };

interface Sent {
  readonly token: string | null;
  readonly key: string | null;
}

/** Stubs a partner's member with a Purchase token, and a server that returns the given responses in order. */
function createPartner(...answers: ('bought' | 'lost' | string)[]): Sent[] {
  const items = new Map([
    ['access_token', 'a'],
    ['PURCHASE_TOKEN', 'p'],
  ]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    sent.push({ token: headers.get('authorization'), key: headers.get('idempotency-key') });
    const answer = answers.shift();
    if (answer === 'lost') throw new TypeError('no network');
    if (answer === 'bought') {
      return Response.json({ data: { order: { order_id: 'o' }, balance: 510 } }, { status: 201 });
    }
    return Response.json({ status: answer, message: answer, request_id: 'r' }, { status: 409 });
  });
  return sent;
}

beforeEach(() => forgetIntents(''));
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a purchase removes the single-use Purchase token', async () => {
  const sent = createPartner('bought');
  expect(await buyExternally(pack)).toEqual({ order_id: 'o' });
  expect(sent[0]?.token).toBe('Bearer p');
  expect(hasPurchaseToken()).toBe(false);
});

test('a lost response keeps the token and the idempotency key for a retry', async () => {
  const sent = createPartner('lost', 'bought');
  await expect(buyExternally(pack)).rejects.toThrow();
  expect(hasPurchaseToken()).toBe(true);
  await buyExternally(pack);
  expect(sent[1]).toEqual(sent[0]);
});

test('a token that was already used is removed, and a token that was refused because of a limit is kept', async () => {
  createPartner('purchase_limit_reached', 'token_used');
  await expect(buyExternally(pack)).rejects.toThrow('purchase_limit_reached');
  expect(hasPurchaseToken()).toBe(true);
  await expect(buyExternally(pack)).rejects.toThrow('token_used');
  expect(hasPurchaseToken()).toBe(false);
});
