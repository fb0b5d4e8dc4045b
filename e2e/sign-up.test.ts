import { findBarriers } from './support/accessibility.ts';
import { enterOtp, expectComplaint, field, leaveWith, press } from './support/entrance.ts';
import { ENTRANCE_WORDS } from './support/entrance-words.ts';
import { findLiveOn } from './support/fan.ts';
import { expect, test } from './support/journey.ts';
import { newPhone, registerMember, toThaiDigits } from './support/new-member.ts';
import { fillDetails, fillPasswords, reachDetails } from './support/sign-up-form.ts';
import { countShifts, shiftsOf } from './support/steadiness.ts';
import { LONG, prepare, SCREENS, stored, untilAlive, visit } from './support/visit.ts';

const PASSWORD = 'ringside-9';

for (const [language, screen] of [
  ['TH', 'a phone'],
  ['EN', 'a desktop'],
] as const) {
  const words = ENTRANCE_WORDS[language];
  test.describe(`in ${language} on ${screen}`, language === 'EN' ? LONG : {}, () => {
    test.use({ ...SCREENS[screen], isOnAir: true });

    test('a visitor registers by phone and returns to the live that was requested', async ({
      page,
      run,
      context,
    }) => {
      await prepare(context, run, { language });
      const { program_live_id } = await findLiveOn(run);
      const phone = newPhone();
      await page.goto(`/live/${program_live_id}`);
      await page.getByRole('main').getByRole('link', { name: words.register, exact: true }).click();
      await expect(page).toHaveURL(`${run.url}/sign-up?from=%2Flive%2F${program_live_id}`);

      // A Thai keyboard types Thai digits.
      await field(page, words.phone).fill(toThaiDigits(phone));
      await press(page, words.sendOtp);
      await expect(page.getByRole('button', { name: words.sendAgain })).toBeVisible();
      await expect(field(page, words.otp)).toHaveAttribute('autocomplete', 'one-time-code');
      await enterOtp(page, run, words, phone);

      await fillDetails(page, words);
      // A reload keeps the form except for the passwords.
      await page.reload();
      await expect(field(page, words.firstName)).toHaveValue('น้ำค้าง');
      await expect(field(page, words.year)).toHaveValue('2000');
      await expect(page.getByRole('radio', { name: words.female, exact: true })).toBeChecked();
      await fillPasswords(page, words, PASSWORD);
      await page.getByRole('checkbox', { name: words.consent }).check();
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/auth/member/register')) calls.push(request.url());
      });
      await page
        .getByRole('main')
        .getByRole('button', { name: words.register, exact: true })
        .dblclick();

      await expect(page).toHaveURL(`${run.url}/live/${program_live_id}`);
      await expect(page.locator('video')).toBeVisible();
      expect(calls).toHaveLength(1);
      const member = JSON.parse((await stored(page, 'member')) ?? '{}');
      expect(member).toMatchObject({
        member_fname: 'น้ำค้าง',
        member_birth_date: '2000-02-29',
        member_gender: 'female',
        has_password: true,
      });
      expect(await page.evaluate(() => sessionStorage.getItem('sign-up'))).toBeNull();
    });

    test('every step passes axe, and the first one does not shift', async ({ page, run }) => {
      await countShifts(page);
      await visit(page, run, '/sign-up', { language });
      expect(await shiftsOf(page)).toBeLessThan(0.05);
      expect(await findBarriers(page)).toEqual([]);
      const phone = newPhone();
      await field(page, words.phone).fill(phone);
      await press(page, words.sendOtp);
      await expect(page.getByText(words.reference)).toBeVisible();
      expect(await findBarriers(page)).toEqual([]);
    });
  });
}

// The journeys below run on one screen each, because their layout is the same on all screens.
test.describe('in TH on a phone', () => {
  test.use(SCREENS['a phone']);
  const language = 'TH';
  const words = ENTRANCE_WORDS[language];

  test('a number with an account is told to log in, and a wrong OTP is refused at its boxes', async ({
    page,
    run,
    context,
  }) => {
    await prepare(context, run, { language });
    const member = await registerMember(run);
    await page.goto('/sign-up');
    await untilAlive(page);
    await field(page, words.phone).fill(`+660${member.phone.slice(1)}`);
    await press(page, words.sendOtp);
    await expectComplaint(field(page, words.phone), words.phoneTaken);
    await expect(page.getByRole('link', { name: words.logInWithNumber })).toBeVisible();

    const phone = newPhone();
    await field(page, words.phone).fill(phone);
    await press(page, words.sendOtp);
    await expect(page.getByText(words.reference)).toBeVisible();
    await field(page, words.otp).fill('000000');
    await expectComplaint(field(page, words.otp), words.otpInvalid);
    // The fan pastes the OTP in the digits of the message.
    await enterOtp(page, run, words, phone);
    await expect(field(page, words.firstName)).toBeVisible();
  });

  test('a server refusal is shown at its field, and a lost network keeps the form', async ({
    page,
    run,
    context,
    complaints,
  }) => {
    complaints.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await prepare(context, run, { language });
    await reachDetails(page, run, words);
    await fillDetails(page, words);
    await fillPasswords(page, words, 'password1');
    await page.getByRole('checkbox', { name: words.consent }).check();
    await press(page, words.register);
    await expectComplaint(field(page, words.password), words.passwordCommon);

    await fillPasswords(page, words, PASSWORD);
    await context.setOffline(true);
    await press(page, words.register);
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: words.systemError }),
    ).toBeVisible();
    await expect(field(page, words.password)).toHaveValue(PASSWORD);
    await expect(field(page, words.firstName)).toHaveValue('น้ำค้าง');
    await context.setOffline(false);
    await press(page, words.register);
    await expect(page).toHaveURL(`${run.url}/`);
    expect(await stored(page, 'access_token')).not.toBeNull();
  });
});

test.describe('in EN on a desktop', () => {
  test.use(SCREENS['a desktop']);
  const language = 'EN';
  const words = ENTRANCE_WORDS[language];

  test('every wrong field shows its error in place, and nothing is sent', async ({
    page,
    run,
    context,
  }) => {
    await prepare(context, run, { language });
    await reachDetails(page, run, words);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/auth/member/register')) calls += 1;
    });
    for (const [name, sentence] of [
      ['Som1', words.nameInvalid],
      ['สม๑', words.nameInvalid],
      ['🥊', words.nameInvalid],
      ['<b>x</b>', words.nameInvalid],
      ['x'.repeat(10_000), words.nameTooLong],
    ] as const) {
      await leaveWith(field(page, words.firstName), name);
      await expectComplaint(field(page, words.firstName), sentence);
    }
    await leaveWith(field(page, words.lastName), `${'ก'.repeat(9_999)}1`);
    await expect(field(page, words.lastName)).toHaveAttribute('aria-invalid', 'true');
    await leaveWith(field(page, words.email), 'fan@example');
    await expectComplaint(field(page, words.email), words.emailInvalid);

    const birth = page.getByRole('main');
    await field(page, words.day).selectOption('29');
    await field(page, words.month).selectOption('2');
    await field(page, words.year).selectOption('2001');
    await field(page, words.year).focus();
    await field(page, words.year).blur();
    await expect(birth.getByText(words.birthInvalid)).toBeVisible();
    await field(page, words.year).selectOption(String(new Date().getFullYear() - 13));
    await field(page, words.month).selectOption('12');
    await field(page, words.day).selectOption('31');
    await expect(birth.getByText(words.tooYoung)).toBeVisible();

    await leaveWith(field(page, words.password), 'abc12');
    await expectComplaint(field(page, words.password), words.passwordWeak);
    await leaveWith(field(page, words.confirm), 'abc123');
    await expectComplaint(field(page, words.confirm), words.differ);
    await field(page, words.lastName).fill('');
    await press(page, words.register);
    await expect(birth.getByText(words.genderMissing)).toBeVisible();
    await expect(birth.getByText(words.termsMissing)).toBeVisible();
    await expect(birth.getByRole('alert').filter({ hasText: words.fillIn })).toBeVisible();
    expect(calls).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
  });

  test('an OTP that could not be sent is kept, and an expired confirmation keeps the form', async ({
    page,
    run,
    context,
    complaints,
  }) => {
    complaints.forgive(/ERR_INTERNET_DISCONNECTED|WebSocket/);
    await prepare(context, run, { language });
    const phone = newPhone();
    await page.goto('/sign-up');
    await untilAlive(page);
    await field(page, words.phone).fill(phone);
    await context.setOffline(true);
    await press(page, words.sendOtp);
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: words.connectionError }),
    ).toBeVisible();
    await context.setOffline(false);
    await press(page, words.sendOtp);
    await expect(page.getByText(words.reference)).toBeVisible();
    await context.setOffline(true);
    await enterOtp(page, run, words, phone);
    await expectComplaint(field(page, words.otp), words.connectionError);
    await context.setOffline(false);
    await press(page, words.tryAgain);
    await expect(field(page, words.firstName)).toBeVisible();

    await fillDetails(page, words);
    // The server does not know this confirmation, as after its expiry of ten minutes.
    await page.evaluate(() => {
      const draft = JSON.parse(sessionStorage.getItem('sign-up') ?? '{}');
      draft.proof.otp_token = 'x'.repeat(43);
      sessionStorage.setItem('sign-up', JSON.stringify(draft));
    });
    await page.reload();
    await fillPasswords(page, words, PASSWORD);
    await page.getByRole('checkbox', { name: words.consent }).check();
    await press(page, words.register);
    await expect(
      page.getByRole('main').getByRole('alert').filter({ hasText: words.proofEnded }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: words.newOtp })).toBeVisible();
    await expect(field(page, words.firstName)).toHaveValue('น้ำค้าง');
    await expect(field(page, words.password)).toHaveValue(PASSWORD);
  });
});

test('registration requests an OTP only for a valid mobile number', async ({
  page,
  run,
  context,
}) => {
  const language = 'TH';
  const words = ENTRANCE_WORDS[language];
  await prepare(context, run, { language });
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/member/send-otp')) calls += 1;
  });
  await page.goto('/sign-up');
  await untilAlive(page);
  await press(page, words.sendOtp);
  await expectComplaint(field(page, words.phone), words.phoneMissing);
  for (const phone of ['0812', '02 123 4567', 'ringside', '🥊', '9'.repeat(10_000)]) {
    await leaveWith(field(page, words.phone), phone);
    await expectComplaint(field(page, words.phone), words.phoneInvalid);
  }
  expect(calls).toBe(0);
  // The field formats a number on blur, whatever format was typed.
  for (const phone of ['+660812345678', '๐๘๑๒๓๔๕๖๗๘', '081-234 5678']) {
    await leaveWith(field(page, words.phone), phone);
    await expect(field(page, words.phone)).toHaveValue('081 234 5678');
  }
});
