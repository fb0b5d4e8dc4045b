import type { Page } from '@playwright/test';
import { layCable } from './support/cable.ts';
import { type Fan, joinLive, signOut } from './support/fan.ts';
import { expect, test as journey } from './support/journey.ts';
import { operate } from './support/operator.ts';
import type { RunFile } from './support/start-stack.ts';
import { LONG, prepare, SCREENS, stored } from './support/visit.ts';

const FAN = 4;
/** Time within which the site must close sockets and refuse segments. */
const REVOKED_MS_MAX = 2_000;

const WORDS = {
  TH: { ban: 'บัญชีของคุณถูกแบน', suspend: 'บัญชีของคุณถูกระงับ' },
  EN: { ban: 'Your account has been banned.', suspend: 'Your account has been suspended.' },
} as const;

/** A signed-in fan, who is then barred. */
const test = journey.extend<{ fan: Fan }>({
  fan: async ({ enter }, use) => use(await enter(FAN)),
});

test.afterEach(async ({ run }) => {
  await operate(
    'reinstate',
    run.accounts.fans[FAN]?.phone ?? '',
    '--reason',
    'the journey is over',
  );
});

/** Opens a page and resolves once its socket can receive a ban. */
async function openListening(page: Page, path: string): Promise<void> {
  const listening = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).startsWith('40/kick,')) resolve();
      }),
    );
  });
  await page.goto(path);
  await listening;
}

const barredPhone = (run: RunFile): string => run.accounts.fans[FAN]?.phone ?? '';

for (const [language, screen, verb, status] of [
  ['TH', 'a phone', 'ban', 'ban'],
  ['EN', 'a desktop', 'suspend', 'suspend'],
] as const) {
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use(SCREENS[screen]);

    test(`${verb}: every tab leaves the page at once, and playback stops`, async ({
      page,
      run,
      context,
      fan,
      complaints,
    }) => {
      const { hlsUrl } = await joinLive(fan);
      const playlist = async () => (await fetch(new URL(hlsUrl, run.url))).status;
      expect(await playlist()).toBe(200);
      await prepare(context, run, { language, fan });
      await openListening(page, '/');
      const tab = await context.newPage();
      await complaints.watch(tab);
      await openListening(tab, '/profile');
      const answer = await operate(verb, barredPhone(run), '--reason', 'หยาบคายในแชท');
      expect(answer).toMatchObject({ changed: true, status, signed_in: 0 });
      for (const open of [page, tab]) {
        await expect(open).toHaveURL(`${run.url}/sign-in?status=${status}`);
      }
      await expect.poll(playlist, { timeout: REVOKED_MS_MAX, intervals: [100] }).toBe(403);
      await expect(
        page.getByRole('main').getByRole('alert').filter({ hasText: WORDS[language][status] }),
      ).toBeVisible();
      for (const key of ['access_token', 'member', 'member_id']) {
        expect(await stored(page, key)).toBeNull();
      }
    });
  });
}

test('a ban during a network outage takes effect as soon as the browser is online again', async ({
  page,
  run,
  context,
  fan,
  complaints,
}) => {
  // The last pattern is the service worker, which may be loading when the connection is cut.
  complaints.forgive(/WebSocket|net::ERR_|Failed to fetch/);
  const cable = await layCable(run.url);
  try {
    const near = { ...run, url: cable.url };
    await prepare(context, near, { language: 'EN', fan });
    const listening = page.waitForEvent('websocket');
    await page.goto(cable.url);
    await listening;
    cable.pull();
    await operate('ban', barredPhone(run), '--reason', 'Abuse in the chat');
    cable.plugIn();
    await expect(page).toHaveURL(`${cable.url}/sign-in?status=ban`);
    expect(await stored(page, 'access_token')).toBeNull();
  } finally {
    await cable.close();
  }
});

test('a member who was suspended while no page was open learns it from the first refused call', async ({
  page,
  run,
  context,
  fan,
}) => {
  // Sockets are blocked, because they would also announce the suspension.
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
  await operate('suspend', barredPhone(run), '--reason', 'Abuse in the chat');
  await prepare(context, run, { language: 'EN', fan });
  await page.goto('/');
  const { suspend, ban } = WORDS.EN;
  await expect(page).toHaveURL(`${run.url}/sign-in?status=ban`);
  await expect(
    page
      .getByRole('alert')
      .filter({ hasText: `${suspend} | member_suspended : 403 | URL : profile` }),
  ).toBeVisible();
  // The URL contains "ban" for every refusal. The page names the account's status and the reason.
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice.filter({ hasText: suspend })).toContainText('Abuse in the chat');
  await expect(notice.filter({ hasText: ban })).toHaveCount(0);
  expect(await stored(page, 'access_token')).toBeNull();
});

test(
  'a reinstated member signs in again, and earlier tokens stay dead',
  LONG,
  async ({ run, fan: before, enter }) => {
    await operate('ban', before.memberId, '--reason', 'Abuse in the chat');
    await expect(enter(FAN)).rejects.toThrow(/member_banned/);
    await operate('reinstate', before.memberId, '--reason', 'Appeal granted');
    await expect(before.call('GET /auth/member/sessions', {})).rejects.toThrow(/token_invalid/);
    const after = await enter(FAN);
    expect((await after.call('GET /auth/member/sessions', {})).data).toHaveLength(1);
    await signOut(after);
    const { changes } = await operate('show', barredPhone(run));
    expect((changes as { reason: string }[]).slice(0, 2).map(({ reason }) => reason)).toEqual([
      'Appeal granted',
      'Abuse in the chat',
    ]);
  },
);
