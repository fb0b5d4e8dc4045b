import emvqr from 'emvqr';
import { describe, expect, it, test } from 'vitest';
import { buildPromptPayPayload, type PromptPayTarget, parsePromptPayId } from './promptpay.ts';

const REFERENCE = 'SW7K2M9QXH';
const build = (target: PromptPayTarget, satang = 19_900) =>
  buildPromptPayPayload({ target, satang, reference: REFERENCE });

/** Parses the fields with another library; templates become objects. */
function read(payload: string): Record<string, unknown> {
  const plain = (fields: ReturnType<typeof emvqr.decode>): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(fields).map(([id, { data }]) => [
        id,
        typeof data === 'string' ? data : plain(data),
      ]),
    );
  return plain(emvqr.decode(payload));
}

test('encodes a phone, a national ID and an e-wallet in PromptPay’s format', () => {
  const account = (target: PromptPayTarget) => read(build(target))['29'];
  const aid = 'A000000677010111';
  expect(account({ kind: 'phone', id: '0812345678' })).toEqual({
    '00': aid,
    '01': '0066812345678',
  });
  expect(account({ kind: 'national_id', id: '1101700230708' })).toEqual({
    '00': aid,
    '02': '1101700230708',
  });
  expect(account({ kind: 'e_wallet', id: '004999000288505' })).toEqual({
    '00': aid,
    '03': '004999000288505',
  });
});

test('the payload requests one payment of the amount in baht, with the reference', () => {
  const fields = read(build({ kind: 'phone', id: '0812345678' }, 123_456));
  expect(fields).toMatchObject({
    '00': '01',
    '01': '12',
    '53': expect.stringContaining('764'),
    '54': '1234.56',
    '58': expect.stringContaining('TH'),
    '62': { '05': REFERENCE },
  });
});

test('a biller’s template contains both references', () => {
  const payload = buildPromptPayPayload({
    target: { kind: 'biller', id: '010753600031508' },
    satang: 4_900,
    reference: REFERENCE,
    reference2: '0812345001',
  });
  const fields = read(payload);
  expect(fields['30']).toEqual({
    '00': 'A000000677010112',
    '01': '010753600031508',
    '02': REFERENCE,
    '03': '0812345001',
  });
  expect([fields['29'], fields['62']]).toEqual([undefined, undefined]);
});

test('another library reads back any amount and reference, with a valid checksum', () => {
  let seed = 20_261_121;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % below;
  };
  for (let round = 0; round < 500; round += 1) {
    const satang = 1 + random(10 ** (1 + random(9)));
    const reference = Array.from({ length: 1 + random(20) }, () => random(36).toString(36))
      .join('')
      .toUpperCase();
    const id = `08${String(random(100_000_000)).padStart(8, '0')}`;
    const payload = buildPromptPayPayload({ target: { kind: 'phone', id }, satang, reference });
    // The library compares checksums without their leading zeros, so it refuses those.
    if (/630400..$/.test(payload)) continue;
    const fields = read(payload) as { '29': object; '54': string; '62': object };
    expect(BigInt(fields['54'].replace('.', ''))).toBe(BigInt(satang));
    expect(fields['62']).toEqual({ '05': reference });
    expect(fields['29']).toMatchObject({ '01': `0066${id.slice(1)}` });
  }
});

test('an altered payload has a wrong checksum', () => {
  const payload = build({ kind: 'phone', id: '0812345678' });
  expect(() => read(payload.replace('199.00', '100.00'))).toThrow();
});

test('refuses amounts and references beyond the limits of the standard', () => {
  const target = { kind: 'phone', id: '0812345678' } as const;
  for (const satang of [0, -100, 0.5, 100_000_000_000]) {
    expect(() => build(target, satang), String(satang)).toThrow(RangeError);
  }
  for (const reference of ['', 'a', 'A-1', 'A'.repeat(21)]) {
    expect(() => buildPromptPayPayload({ target, satang: 100, reference }), reference).toThrow(
      RangeError,
    );
  }
});

describe('the text of a PromptPay ID', () => {
  it.each([
    ['081-234-5678', { kind: 'phone', id: '0812345678' }],
    ['+66 81 234 5678', { kind: 'phone', id: '0812345678' }],
    ['1-1017-00230-70-8', { kind: 'national_id', id: '1101700230708' }],
    ['004999000288505', { kind: 'e_wallet', id: '004999000288505' }],
    ['biller:010753600031508', { kind: 'biller', id: '010753600031508' }],
  ])('%s is read', (text, target) => {
    expect(parsePromptPayId(text)).toEqual(target);
  });

  it.each([
    '',
    '0212345678',
    '08123456789',
    '1101700230709',
    '12345678901234',
    'biller:0812345678',
    '๐๘๑๒๓๔๕๖๗๘',
  ])('"%s" is none', (text) => {
    expect(parsePromptPayId(text)).toBeNull();
  });
});
