import { hash } from '@node-rs/argon2';
import type { TestApi } from '@sangwian/testkit/start-test-api';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../../../platform/time/clock.ts';
import { createProofs } from '../proofs/proofs.module.ts';

vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>();
  return { ...real, hash: vi.fn(real.hash) };
});

let api: TestApi;
beforeAll(async () => {
  // Counts the hashes. The hashing module is loaded again, since another test file of this worker may have loaded it
  // before.
  vi.resetModules();
  const { startTestApi } = await import('@sangwian/testkit/start-test-api');
  api = await startTestApi();
});
afterAll(async () => {
  await api.close();
  vi.resetModules();
});

test('hashes a password only if it will be stored', async () => {
  const fan = await api.makeFan();
  const token = await api.signIn(fan);
  const phone = '+66912999001';
  const linkPhone = (otp_token: string) =>
    api.call('POST /auth/member/link/phone', {
      token,
      body: { phone, otp_token, password: 'corner12', confirm_password: 'corner12' },
    });
  const proof = { purpose: 'link', phone, memberId: fan.memberId } as const;
  const { token: proven } = await createProofs(api.db, systemClock).issue(api.db, proof);
  const setPhone = (value: string | null) =>
    api.db
      .updateTable('member')
      .set({ phone: value })
      .where('member_id', '=', fan.memberId)
      .execute();

  vi.mocked(hash).mockClear();
  expect((await linkPhone('no proof of anything')).body.status).toBe('otp_token_invalid');
  expect((await linkPhone(proven)).body.status).toBe('link_taken');
  await setPhone(null);
  expect((await linkPhone(proven)).body.status).toBe('request_invalid');
  expect(hash).not.toHaveBeenCalled();

  await api.db
    .updateTable('member_credential')
    .set({ password_hash: null })
    .where('member_id', '=', fan.memberId)
    .execute();
  expect((await linkPhone(proven)).status).toBe(200);
  expect(hash).toHaveBeenCalledOnce();
});
