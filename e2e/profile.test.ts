import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { isSignedIn, openAs, signInElsewhere } from './support/account.ts';
import { ACCOUNT_WORDS } from './support/account-words.ts';
import { expectComplaint, field, press } from './support/entrance.ts';
import { expect, test } from './support/journey.ts';
import { newPhone, registerMember } from './support/new-member.ts';
import { readOtp } from './support/read-sms.ts';
import { samplePicture } from './support/sample-picture.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { LONG, prepare, SCREENS, stored, TWO_SCREENS } from './support/visit.ts';

const NEW_PASSWORD = 'red-corner-8';
const PIN = '481926';

const messageOf = (page: Page, sentence: string, role: 'status' | 'alert' = 'status'): Locator =>
  page.getByRole(role).filter({ hasText: sentence });

async function typePin(page: Page, label: string, pin: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(pin);
}

for (const [language, screen] of TWO_SCREENS) {
  const words = ACCOUNT_WORDS[language];
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use(SCREENS[screen]);

    test('the account page shows the member, passes axe and does not shift', async ({
      page,
      run,
      context,
    }) => {
      await countShifts(page);
      const member = await openAs(page, context, run, { language, path: '/profile' });
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { name: words.account })).toBeVisible();
      await expect(main).toContainText('น้ำค้าง ใจดี');
      await expect(main).toContainText(member.memberId);
      await expect(main).toContainText(words.onlyWay);
      await expect(main.getByText(words.thisDevice, { exact: true })).toBeVisible();
      expect(await shiftsOf(page)).toBeLessThan(0.05);
      for (const path of ['/profile', '/profile/edit', '/profile/change-password']) {
        await page.goto(path);
        await expect(main.getByRole('button').first()).toBeVisible();
        expect(await findBarriers(page), path).toEqual([]);
      }
    });
  });
}

// The journeys below run on one screen each, because their layout is the same on all screens.
test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);
  const language = 'TH';
  const words = ACCOUNT_WORDS[language];

  test('a profile and its image are edited, and a refusal keeps the form', async ({
    page,
    run,
    context,
  }) => {
    const member = await openAs(page, context, run, { language, path: '/profile' });
    await page.getByRole('link', { name: words.edit }).first().click();
    await expect(page).toHaveURL(`${run.url}/profile/edit`);

    const chooser = page.waitForEvent('filechooser');
    await press(page, words.changePicture);
    await (await chooser).setFiles(samplePicture());
    const dialog = page.getByRole('dialog', { name: words.yourPicture });
    await dialog.getByRole('slider', { name: words.zoom }).fill('2');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: words.usePicture }).click();
    await expect(dialog).toBeHidden();
    const picture = page.getByRole('main').locator('img[src^="/pictures/"]');
    await expect(picture).toBeVisible();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(512);

    await field(page, words.firstName).fill('');
    await press(page, words.save);
    await expect(messageOf(page, words.fillIn, 'alert')).toBeVisible();
    await field(page, words.firstName).fill('น้ำ1');
    await field(page, words.email).fill('fan@example');
    await press(page, words.save);
    await expectComplaint(field(page, words.firstName), words.nameInvalid);
    await expectComplaint(field(page, words.email), words.emailInvalid);
    await field(page, words.firstName).fill('น้ำผึ้ง');
    await field(page, words.email).fill('fan@example.org');
    await page.getByRole('radio', { name: words.female }).check();
    await context.setOffline(true);
    await press(page, words.save);
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: /\S/ })).toBeVisible();
    await expect(field(page, words.email)).toHaveValue('fan@example.org');
    await context.setOffline(false);

    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1;
    });
    await page.getByRole('main').getByRole('button', { name: words.save, exact: true }).dblclick();
    await expect(messageOf(page, words.saved)).toBeVisible();
    expect(sent).toBe(1);
    const { data } = await member.call('GET /member/findOne', {
      query: { member_id: member.memberId },
    });
    expect(data).toMatchObject({
      member_fname: 'น้ำผึ้ง',
      member_email: 'fan@example.org',
      member_gender: 'female',
      member_birth_date: '2000-02-29',
      member_avatar: await picture.getAttribute('src'),
    });
    await press(page, words.removePicture);
    await expect(picture).toBeHidden();
  });

  test('one device is signed out, then all others, and this one stays signed in', async ({
    page,
    run,
    context,
  }) => {
    const member = await registerMember(run);
    const others = [];
    for (const _ of [1, 2, 3]) others.push(await signInElsewhere(run, member));
    await prepare(context, run, { language, fan: member });
    await page.goto('/profile');
    const rows = page
      .getByRole('region')
      .filter({ hasText: words.thisDevice })
      .getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await rows.getByRole('button', { name: words.logOut }).first().click();
    await expect(rows).toHaveCount(3);
    await expect(messageOf(page, words.loggedOut)).toBeVisible();
    const signedIn = await Promise.all(others.map((token) => isSignedIn(run, token)));
    expect(signedIn.filter(Boolean)).toHaveLength(2);
    await press(page, words.logOutElsewhere);
    await expect(rows).toHaveCount(1);
    for (const token of others) expect(await isSignedIn(run, token)).toBe(false);
    expect(await isSignedIn(run, member.accessToken)).toBe(true);
  });
});

test.describe('in EN on a desktop', () => {
  test.use(SCREENS['a desktop']);
  const language = 'EN';
  const words = ACCOUNT_WORDS[language];

  test('a file that is not an image is refused before the upload', async ({
    page,
    run,
    context,
  }) => {
    await openAs(page, context, run, { language, path: '/profile/edit' });
    const chooser = page.waitForEvent('filechooser');
    await press(page, words.changePicture);
    const buffer = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    await (await chooser).setFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('main').getByText(words.pictureInvalid)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('a changed password signs out every other device and keeps this one', async ({
    page,
    run,
    context,
  }) => {
    const member = await openAs(page, context, run, {
      language,
      path: '/profile/change-password',
    });
    const elsewhere = await signInElsewhere(run, member);
    await press(page, words.changePassword);
    await expect(messageOf(page, words.fillIn, 'alert')).toBeVisible();
    await field(page, words.oldPassword).fill('not-the-old-1');
    await field(page, words.newPassword).fill(NEW_PASSWORD);
    await field(page, words.confirmNew).fill('blue-corner-9');
    await press(page, words.changePassword);
    await expectComplaint(field(page, words.confirmNew), words.newDiffer);
    await field(page, words.confirmNew).fill(NEW_PASSWORD);
    await press(page, words.changePassword);
    await expectComplaint(field(page, words.oldPassword), words.oldInvalid);
    await expect(field(page, words.newPassword)).toHaveValue(NEW_PASSWORD);
    expect(await isSignedIn(run, elsewhere)).toBe(true);

    await field(page, words.oldPassword).fill(member.password);
    await press(page, words.changePassword);
    await expect(messageOf(page, words.passwordChanged)).toBeVisible();
    expect(await isSignedIn(run, elsewhere)).toBe(false);
    expect(await isSignedIn(run, member.accessToken)).toBe(true);
    await signInElsewhere(run, { ...member, password: NEW_PASSWORD });
  });

  test('a PIN is created and changed, and each refusal is shown at its field', async ({
    page,
    run,
    context,
  }) => {
    const member = await openAs(page, context, run, { language, path: '/profile' });
    const dialog = page.getByRole('dialog');
    const box = (label: string) => dialog.getByLabel(label, { exact: true });
    await page.getByRole('main').getByRole('button', { name: words.createPin }).click();
    await box(words.yourPassword).fill(member.password);
    await typePin(page, words.newPin, '123456');
    await typePin(page, words.pinAgain, '123457');
    await dialog.getByRole('button', { name: words.savePin }).click();
    await expectComplaint(box(words.pinAgain), words.pinsDiffer);
    await typePin(page, words.pinAgain, '123456');
    await dialog.getByRole('button', { name: words.savePin }).click();
    await expectComplaint(box(words.newPin), words.pinCommon);
    await typePin(page, words.newPin, PIN);
    await typePin(page, words.pinAgain, PIN);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: words.savePin }).click();
    await expect(dialog).toBeHidden();
    await expect(messageOf(page, words.pinSaved)).toBeVisible();

    await page.getByRole('main').getByRole('button', { name: words.changePin }).click();
    await typePin(page, words.currentPin, '000001');
    await typePin(page, words.newPin, '730518');
    await typePin(page, words.pinAgain, '730518');
    await dialog.getByRole('button', { name: words.savePin }).click();
    await expectComplaint(box(words.currentPin), words.pinIncorrect);
    await typePin(page, words.currentPin, PIN);
    await dialog.getByRole('button', { name: words.savePin }).click();
    await expect(dialog).toBeHidden();
    await member.call('PUT /auth/member/checkPin', {
      body: { pin: '730518', purpose: 'delete' },
    });
  });
});

test('all stored personal data is downloaded as JSON', async ({ page, run, context }) => {
  const member = await openAs(page, context, run, { language: 'EN', path: '/profile' });
  const download = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: ACCOUNT_WORDS.EN.download }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sangwian-[0-9a-f-]{36}-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toHaveProperty('exported_at');
  expect(text).toContain(member.memberId);
  expect(text).toContain('น้ำค้าง');
});

test('a phone is unlinked while another way to log in remains, and a new one is linked by its OTP', async ({
  page,
  run,
  context,
}) => {
  const words = ACCOUNT_WORDS.EN;
  const member = await openAs(page, context, run, { language: 'EN', path: '/profile' });
  const dialog = page.getByRole('dialog');
  await press(page, 'Link LINE');
  await page.getByRole('button', { name: /Somebody new/ }).click();
  await expect(messageOf(page, 'Linked.')).toBeVisible();
  await press(page, 'Unlink Phone number');
  await dialog.getByRole('button', { name: 'Unlink', exact: true }).click();
  await expect(messageOf(page, 'Unlinked.')).toBeVisible();

  const phone = newPhone();
  await press(page, 'Link Phone number');
  const box = dialog.getByLabel('Phone number', { exact: true });
  const prove = async (number: string) => {
    await box.fill(number);
    await dialog.getByRole('button', { name: words.sendOtp }).click();
    const line = dialog.getByText(words.reference);
    const [, reference = ''] = (await line.innerText()).match(words.reference) ?? [];
    await dialog.getByLabel(words.otp, { exact: true }).fill(await readOtp(run, number, reference));
  };
  await box.fill('02 123 4567');
  await dialog.getByRole('button', { name: words.sendOtp }).click();
  await expectComplaint(box, 'Please enter a complete, valid phone number');
  await prove(phone);
  await expect(dialog).toBeHidden();
  await expect(messageOf(page, 'Linked.')).toBeVisible();
  const query = { member_id: member.memberId };
  const { data } = await member.call('GET /member/findOne', { query });
  expect(data.links).toEqual({ phone: true, line: true, apple: false });
  expect(data.member_phone).toBe(`+66${phone.slice(1)}`);
});

test('LINE and Apple are offered only where the site is configured for them', async ({
  page,
  run,
  context,
}) => {
  const none = { data: { line: null, apple: null } };
  await page.route('**/auth/member/providers', (route) => route.fulfill({ json: none }));
  await openAs(page, context, run, { language: 'EN', path: '/profile/edit' });
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'My account' }).click();
  const ways = page.getByRole('region', { name: 'Ways to log in' });
  await expect(ways.getByRole('listitem')).toHaveText([/Phone number/]);
  await page.getByRole('button', { name: 'Log out' }).first().click();
  await expect(page).toHaveURL(`${run.url}/sign-in`);
  await expect(main.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: /LINE|Apple/ })).toHaveCount(0);
});

test('the language of the account applies to the site at once and to the messages that the server sends', async ({
  page,
  run,
  context,
}) => {
  const member = await openAs(page, context, run, { language: 'EN', path: '/profile' });
  await page.getByRole('main').getByRole('button', { name: 'ไทย', exact: true }).click();
  await expect(page.getByRole('heading', { name: ACCOUNT_WORDS.TH.account })).toBeVisible();
  expect(await stored(page, 'language')).toBe('TH');
  await expect
    .poll(async () => {
      const query = { member_id: member.memberId };
      return (await member.call('GET /member/findOne', { query })).data.language;
    })
    .toBe('TH');
  await page.goto('/profile/edit');
  await expect(page.getByRole('heading', { name: ACCOUNT_WORDS.TH.edit })).toBeVisible();
});

test('a change in one tab shows in the other, and a sign-out ends both', async ({
  page,
  run,
  context,
  complaints,
}) => {
  await openAs(page, context, run, { language: 'EN', path: '/profile' });
  const other = await context.newPage();
  await complaints.watch(other);
  await other.goto('/profile/edit');
  await other.getByRole('main').getByLabel('First name').fill('Fah');
  await press(other, 'Save');
  await expect(page.getByRole('main').getByText('Fah ใจดี')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Log out', exact: true }).last().click();
  await expect(page).toHaveURL(`${run.url}/sign-in`);
  await expect(other).toHaveURL(`${run.url}/sign-in?from=%2Fprofile%2Fedit`);
});
