import { expect, test } from 'vitest';
import { auditedParts } from './audit-call.ts';

test('an entry contains the size of an uploaded file instead of its bytes', () => {
  const parts = {
    params: { owner: 'fighter' },
    upload: { type: 'image/png', bytes: Buffer.alloc(20_000, 1) },
  };
  expect(auditedParts(parts)).toEqual({
    params: { owner: 'fighter' },
    upload: { type: 'image/png', bytes: 20_000 },
  });
});

test('an entry contains no secrets', () => {
  expect(auditedParts({ body: { name: 'Nok', password: 'ringside1' } })).toEqual({
    body: { name: 'Nok', password: '…' },
  });
});
