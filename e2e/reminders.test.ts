import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import {
  decryptMessage,
  makeBrowser,
} from '@sangwian/api/domains/sport/push/testing/decrypt-message';
import { findBarriers } from './support/accessibility.ts';
import { addCard, moveCard, removeCard } from './support/database.ts';
import { callApi } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { WHOLE_BROWSER } from './support/launch.ts';
import { registerMember } from './support/new-member.ts';
import type { RunFile } from './support/start-stack.ts';
import { LONG, prepare, SCREENS } from './support/visit.ts';

test.use(WHOLE_BROWSER);

/** Subscribes at the sandbox's push service, because the test browser has no push service. */
async function subscribeAtSandbox(context: BrowserContext, run: RunFile) {
  const { public_key } = (await callApi(run, null, 'GET /push/key', {})).data;
  const response = await fetch(`${run.sandbox}/push/browsers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ application_server_key: public_key }),
  });
  const { browser_id: id, endpoint } = (await response.json()) as {
    browser_id: string;
    endpoint: string;
  };
  const browser = makeBrowser();
  const { p256dh, auth } = browser.keys;
  await context.addInitScript(
    ({ endpoint, keys }) => {
      const subscription = {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => true,
      };
      let current: typeof subscription | null = null;
      const subscribe = async () => {
        current = subscription;
        return subscription;
      };
      Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => current });
    },
    { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
  );
  return async (): Promise<string[]> => {
    const inbox = await fetch(`${run.sandbox}/push/browsers/${id}`);
    const { messages } = (await inbox.json()) as { messages: { body: string }[] };
    return messages.map(({ body }) => decryptMessage(Buffer.from(body, 'base64url'), browser));
  };
}

const openCard = (page: Page, title: string) => page.getByRole('article', { name: title });

test.describe('in TH on a phone', () => {
  test.use({ ...SCREENS['a phone'], serviceWorkers: 'allow', permissions: ['notifications'] });

  test('a fan is reminded of a card, and the site works offline and offers its new version', async ({
    page,
    run,
    context,
    complaints,
  }) => {
    // The journey waits for a new service worker, a job and a push service in sequence.
    test.setTimeout(300_000);
    const title = `ศึกเตือน ${randomUUID().slice(0, 8)}`;
    const programId = randomUUID();
    await addCard(programId, title);
    const fan = await registerMember(run);
    const messages = await subscribeAtSandbox(context, run);
    await prepare(context, run, { language: 'TH', fan });

    await page.goto('/program');
    const card = openCard(page, title);
    await card.getByRole('button', { name: 'เตือนฉัน' }).click();
    const dialog = page.getByRole('dialog', { name: 'เตือนฉัน' });
    await expect(dialog.getByLabel('ก่อนเริ่ม 1 ชั่วโมง')).toBeChecked();
    await dialog.getByLabel('ก่อนเริ่ม 1 วัน').check();
    await expect(dialog.getByRole('status').first()).toContainText('เบราว์เซอร์จะถาม');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'เปิดแจ้งเตือนและเตือนฉัน' }).click();
    await expect(dialog).toBeHidden();
    await expect(card.getByRole('button', { name: 'ตั้งเตือนแล้ว' })).toBeFocused();
    await moveCard(programId, 50);

    // Checks the caches and the offline page while the job detects the moved card.
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).length), { timeout: 10_000 })
      .toBe(2);
    await page.reload();
    await expect(card.getByRole('button', { name: 'ตั้งเตือนแล้ว' })).toBeVisible();
    const kept = await page.evaluate(async () => {
      const caught = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return caught.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toEqual(expect.arrayContaining(['/offline.html', '/alone.css', '/icon.svg']));
    expect(kept.some((path) => path.startsWith('/assets/'))).toBe(true);
    expect(
      kept.filter((path) => !/^\/(assets\/|alone\.css|offline\.|icon\.svg)/.test(path)),
    ).toEqual([]);

    complaints.forgive(/ERR_INTERNET_DISCONNECTED|websocket/i);
    await context.setOffline(true);
    await page.goto('/wallet');
    await expect(page.getByRole('heading', { name: 'ไม่มีการเชื่อมต่ออินเทอร์เน็ต' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeHidden();
    expect(await findBarriers(page)).toEqual([]);
    await context.setOffline(false);
    await expect(page).toHaveTitle(/^(?!ไม่มีการเชื่อมต่อ)/);

    await expect
      .poll(messages, { timeout: 20_000 })
      .toContainEqual(expect.stringContaining(`"title":"เปลี่ยนเวลา: ${title}"`));
    expect(await messages()).toHaveLength(1);

    // The service worker shows the message and opens its page.
    const devtools = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [found] = registrations;
        if (found) resolve(found.registrationId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.deliverPushMessage', {
      origin: run.url,
      registrationId: await registered,
      data: (await messages()).at(-1) ?? '',
    });
    const shown = () =>
      page.evaluate(async () => {
        const { ready } = navigator.serviceWorker;
        const all = await (await ready).getNotifications();
        return all.map((one) => [one.title, one.lang, one.data]);
      });
    await expect.poll(shown).toEqual([[`เปลี่ยนเวลา: ${title}`, 'th', '/program']]);

    // A page of an earlier build detects the newer build of its service worker.
    await page.goto('/program');
    await expect(openCard(page, title)).toBeVisible();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      document.querySelector('script[type="module"]')?.setAttribute('src', '/assets/older.js');
    });
    const notice = page.getByText('สังเวียนมีเวอร์ชันใหม่แล้ว');
    await expect(async () => {
      await page.evaluate(() =>
        navigator.serviceWorker.dispatchEvent(new Event('controllerchange')),
      );
      await expect(notice).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await page.getByRole('button', { name: 'โหลดใหม่' }).click();
    await expect(notice).toBeHidden();
    await expect(page.locator('script[src="/assets/older.js"]')).toHaveCount(0);
    await removeCard(programId);
  });
});

test.describe('in EN on a desktop', () => {
  test.use(SCREENS['a desktop']);

  test(
    'a visitor signs in first, and a fan who blocked notifications is told how to allow them',
    LONG,
    async ({ page, run, context }) => {
      const title = `Reminded ${randomUUID().slice(0, 8)}`;
      const programId = randomUUID();
      await addCard(programId, title);
      await prepare(context, run, { language: 'EN' });
      await page.goto('/program');
      await openCard(page, title).getByRole('button', { name: 'Remind me' }).click();
      await expect(page).toHaveURL(/\/sign-in\?from=%2Fprogram/);

      const fan = await registerMember(run);
      await prepare(context, run, { language: 'EN', fan });
      await page.addInitScript(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
      });
      await page.goto('/program');
      const card = openCard(page, title);
      await card.getByRole('button', { name: 'Remind me' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remind me' });
      await expect(dialog.getByRole('status').first()).toContainText('are blocked here');
      await dialog.getByRole('button', { name: 'Remind me' }).click();
      await card.getByRole('button', { name: 'Reminder set' }).click();
      await dialog.getByRole('button', { name: 'Remove reminder' }).click();
      // The closing dialog also has a button with this name.
      await expect(dialog).toBeHidden();
      await expect(card.getByRole('button', { name: 'Remind me' })).toBeVisible();
      await removeCard(programId);

      // Home offers reminders for coming lives.
      await page.goto('/');
      const coming = page.getByRole('list', { name: /coming up$/i });
      await coming
        .getByRole('button', { name: /^Remind me: / })
        .first()
        .click();
      await dialog.getByRole('button', { name: 'Remind me' }).click();
      const set = coming.getByRole('button', { name: /^Reminder set: / });
      await expect(set).toBeVisible();
      await page.reload();
      await expect(set).toBeVisible();
      const calendar = coming.getByRole('link', { name: 'Add to calendar' }).first();
      const file = await page.request.get((await calendar.getAttribute('href')) ?? '');
      expect(file.headers()['content-type']).toContain('text/calendar');
    },
  );
});
