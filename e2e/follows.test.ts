import { randomUUID } from 'node:crypto';
import { findBarriers } from './support/accessibility.ts';
import { addNotice } from './support/database.ts';
import { callApi } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { registerMember } from './support/new-member.ts';
import { prepare, SCREENS } from './support/visit.ts';

test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);

  test('a fan follows a fighter, finds the next bout at home, and reads notices at the bell and on the account page', async ({
    page,
    run,
    context,
    complaints,
  }) => {
    const { data: cards } = await callApi(run, null, 'GET /program', { query: {} });
    const bout = cards.flatMap(({ matches }) => matches).find(({ result }) => result === null);
    if (bout === undefined) throw new Error('no bout is coming');
    const fan = await registerMember(run);
    await prepare(context, run, { language: 'TH', fan });

    await page.goto(`/history/boxer_detail?id=${bout.red.fighter_id}`);
    await page.getByRole('button', { name: /^ติดตาม / }).click();
    await expect(page.getByRole('button', { name: /^กำลังติดตาม / })).toBeVisible();
    expect((await fan.call('GET /follow', {})).data).toMatchObject([
      { type: 'fighter', id: bout.red.fighter_id },
    ]);
    expect(await findBarriers(page)).toEqual([]);

    await page.goto('/');
    const forYou = page.getByRole('region', { name: 'สำหรับคุณ' });
    await expect(forYou).toContainText(bout.red.name.th);
    await expect(forYou).toContainText('กำลังติดตาม');
    expect(await findBarriers(page)).toEqual([]);

    await addNotice(fan.memberId, randomUUID());
    const elsewhere = await context.newPage();
    const bells = [elsewhere, page].map((shown) =>
      shown.getByRole('banner').getByRole('button', { name: /^การแจ้งเตือน/ }),
    );
    await Promise.all([elsewhere.goto('/app'), page.goto('/')]);
    for (const bell of bells) {
      await expect(bell).toHaveAccessibleName('การแจ้งเตือน ยังไม่อ่าน 1 รายการ');
    }
    const bell = bells[1] ?? page.locator('none');
    const sheet = page.getByRole('dialog', { name: 'การแจ้งเตือน' });
    const notice = page.getByRole('link', { name: 'เติมแล้ว 305 เหรียญ' });
    await bell.click();
    await expect(sheet.getByText('ใหม่:')).toBeAttached();
    await expect(notice).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    // The other tab hears of it over its socket.
    for (const read of bells) await expect(read).toHaveAccessibleName('การแจ้งเตือน');
    await elsewhere.close();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(bell).toBeFocused();
    await expect(page).toHaveURL(`${run.url}/`);

    complaints.forgive(/WebSocket|ERR_INTERNET_DISCONNECTED/);
    await context.setOffline(true);
    await bell.click();
    await expect(sheet.getByRole('alert')).toBeVisible();
    await context.setOffline(false);
    await sheet.getByRole('button', { name: 'ลองอีกครั้ง' }).click();
    await expect(notice).toBeVisible();

    await page.goto('/profile');
    await expect(notice).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: /^เลิกติดตาม / }).click();
    await expect(page.getByText('คุณยังไม่ได้ติดตามใคร')).toBeVisible();
    expect((await fan.call('GET /follow', {})).data).toEqual([]);
  });
});
