import type { SiteNotice } from '@sangwian/contract/endpoints/site';
import { expect, test } from 'vitest';
import { isShownAt } from './notice-rules.ts';

const notice: SiteNotice = {
  version: 3,
  level: 'information',
  text: { th: 'ปิดปรับปรุง', en: 'Maintenance' },
  from: '2026-11-22T13:00:00.000Z',
  until: '2026-11-22T14:00:00.000Z',
};

test('a notice is shown from its beginning until its end', () => {
  const at = (time: string) => isShownAt(notice, Date.parse(`2026-11-22T${time}Z`));
  expect([at('12:59:59'), at('13:00:00'), at('13:59:59'), at('14:00:00')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isShownAt({ ...notice, from: null, until: null }, 0)).toBe(true);
});
