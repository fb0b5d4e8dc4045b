import { crc32 } from 'node:zlib';
import type { Locator, Page } from '@playwright/test';
import { findBarriers } from './support/accessibility.ts';
import { expect, test } from './support/journey.ts';
import { samplePicture } from './support/sample-picture.ts';
import { openConsole } from './support/staff.ts';

const TITLE = 'Night of the Journey';
const DAY_MS = 86_400_000;
/** Tomorrow at 18:30 in Bangkok. */
const STARTS_AT = `${new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}T18:30`;
/** The height in the header of a PNG file. A checksum follows it. */
const HEIGHT_AT = 20;
const HEADER_AT = 12;
const HEADER_END = 29;

/** Returns a PNG file whose header claims 12,000 × 12,000 pixels. */
function hugePicture() {
  const picture = samplePicture(12_000, 1);
  picture.buffer.writeUInt32BE(12_000, HEIGHT_AT);
  picture.buffer.writeUInt32BE(crc32(picture.buffer.subarray(HEADER_AT, HEADER_END)), HEADER_END);
  return picture;
}

/** Searches a fighter in a dialog and chooses the first result. */
async function pick(dialog: Locator, label: string, word: string): Promise<void> {
  await dialog.getByLabel(label).fill(word);
  await dialog.getByRole('group', { name: 'Found fighters' }).getByRole('button').first().click();
}

async function save(dialog: Locator, action: string): Promise<void> {
  await dialog.getByRole('button', { name: action }).click();
  await expect(dialog).toHaveCount(0);
}

/** Adds a bout between the first results of two searches. */
async function addBout(page: Page, red: string, blue: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a bout' }).click();
  const dialog = page.getByRole('dialog');
  await pick(dialog, 'Red corner', red);
  await pick(dialog, 'Blue corner', blue);
  await save(dialog, 'Add the bout');
}

test('an editor makes an event from nothing, a stale edit is refused, and the show caller substitutes', async ({
  run,
  browser,
  page: fan,
  complaints,
}) => {
  const editor = await openConsole(browser, run, 'editor', {
    language: 'EN',
    path: 'programme/events',
  });
  await complaints.watch(editor);
  const dialog = editor.getByRole('dialog');
  await editor.getByRole('button', { name: 'New event' }).click();
  await dialog.getByLabel('Title in Thai').fill('คืนทดสอบ');
  await dialog.getByLabel('Title in English').fill(TITLE);
  await dialog.getByLabel('Promotion').selectOption({ index: 1 });
  await dialog.getByLabel('Stadium').selectOption({ index: 1 });
  await dialog.getByLabel('Begins (Bangkok time)').fill(STARTS_AT);
  expect(await findBarriers(editor)).toEqual([]);
  await save(dialog, 'Create the event');
  await expect(editor.getByRole('region', { name: TITLE })).toBeVisible();
  await editor.getByRole('button', { name: 'Broadcast and price' }).click();
  await dialog.getByLabel('Price in coins', { exact: true }).fill('90');
  await save(dialog, 'Save the broadcast');
  await expect(editor.getByText('90 coins')).toBeVisible();
  const names = (await fetchFighters(editor, run.api)).slice(0, 5);
  const [a = '', b = '', c = '', d = '', e = ''] = names;
  await addBout(editor, a, b);
  await addBout(editor, c, d);
  const rows = editor.getByRole('list', { name: 'Bouts in order' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const poster = editor.getByRole('region', { name: 'Poster' });
  await poster.locator('input[type=file]').setInputFiles(samplePicture(1600, 1000));
  await poster.getByLabel('Size of the crop').press('ArrowLeft');
  await poster.getByRole('button', { name: 'Save the crop' }).click();
  await expect(poster.getByRole('button', { name: 'Save the crop' })).toBeDisabled();
  // Changes the order with the keyboard and by dragging.
  await editor.getByRole('button', { name: `Move ${c} – ${d} up` }).press('Enter');
  await expect(rows.first()).toContainText(c);
  // The rows are locked until the previous order is saved.
  await expect(rows.nth(1)).toHaveAttribute('draggable', 'true');
  await rows.nth(1).dragTo(rows.first());
  await expect(rows.first()).toContainText(a);
  expect(await findBarriers(editor)).toEqual([]);

  // A second editor had opened the form before the first editor saved.
  const owner = await openConsole(browser, run, 'owner', { language: 'EN' });
  await complaints.watch(owner);
  await owner.goto(editor.url());
  await owner.getByRole('button', { name: 'Edit', exact: true }).click();
  const second = owner.getByRole('dialog');
  await second.getByLabel('Title in English').fill('Another title');
  await editor.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Title in English').fill(`${TITLE} II`);
  await save(dialog, 'Save the event');
  await second.getByRole('button', { name: 'Save the event' }).click();
  const stale = second.getByRole('alert').filter({ hasText: 'in the meantime' });
  await expect(stale).toContainText(`Title in English: ${TITLE} II`);
  expect(await findBarriers(owner)).toEqual([]);
  await owner.context().close();

  // The show caller substitutes a fighter on the night but cannot edit the programme.
  const caller = await openConsole(browser, run, 'show_caller', { language: 'EN' });
  await complaints.watch(caller);
  await caller.goto(editor.url());
  await caller.getByRole('button', { name: `Substitute in ${a} – ${b}` }).click();
  const late = caller.getByRole('dialog');
  await expect(late).toContainText('Nobody has cheered this bout.');
  await pick(late, 'Replaced by', e);
  await late.getByLabel('Reason').fill('Injured on the way to the ring');
  expect(await findBarriers(caller)).toEqual([]);
  await caller.keyboard.press('Control+Enter');
  await expect(late).toHaveCount(0);
  await expect(caller.getByRole('button', { name: 'Add a bout' })).toHaveCount(0);
  await expect(rows.first()).toContainText(e);
  await caller.context().close();

  await fan.goto('/program');
  await expect(fan.getByText(`${TITLE} II`).or(fan.getByText('คืนทดสอบ')).first()).toBeVisible();
  await editor.context().close();
});

/** Returns the English names of fighters. Each name finds only one fighter. */
async function fetchFighters(page: Page, api: string): Promise<string[]> {
  const answer = await page.request.get(`${api}/operator/fighter?limit=30`);
  const { data } = (await answer.json()) as { data: { name_en: string }[] };
  return data.map(({ name_en: name }) => name);
}

/** Returns the English name of the first gym or division. */
async function fetchName(page: Page, api: string, kind: 'gym' | 'division'): Promise<string> {
  const answer = await page.request.get(`${api}/operator/name/${kind}?limit=1`);
  const { data } = (await answer.json()) as { data: { name: { en: string } }[] };
  return data[0]?.name.en ?? '';
}

test('an editor adds a fighter with a photo, imports a file with wrong lines, and gets a stream key once', async ({
  run,
  browser,
  complaints,
}) => {
  const page = await openConsole(browser, run, 'editor', {
    language: 'EN',
    path: 'programme/fighters',
  });
  await complaints.watch(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New fighter' }).click();
  for (const [label, text] of Object.entries({
    'Ring name in Thai': 'เพชรทดสอบ',
    'Ring name in English': 'Phet Thotsop',
    'Nickname in Thai': 'เพชร',
    'Nickname in English': 'Phet',
    'Province in Thai': 'ตรัง',
    'Province in English': 'Trang',
    'Date of birth': '2003-04-05',
  })) {
    await dialog.getByLabel(label).fill(text);
  }
  for (const label of ['Gym', 'Division'])
    await dialog.getByLabel(label).selectOption({ index: 1 });
  await dialog.getByLabel('Weight in pounds').fill('100');
  await save(dialog, 'Add the fighter');
  const panel = page.getByRole('region', { name: 'Phet Thotsop' });
  const file = panel.locator('input[type=file]');
  await file.setInputFiles(hugePicture());
  await expect(panel.getByText(/more than 32 megapixels/)).toBeVisible();
  await file.setInputFiles(samplePicture());
  await panel.getByLabel('Size of the crop').press('ArrowLeft');
  await panel.getByRole('button', { name: 'Save the crop' }).click();
  await expect(panel.getByRole('button', { name: 'Save the crop' })).toBeDisabled();
  expect(await findBarriers(page)).toEqual([]);

  await page.getByRole('link', { name: 'Import' }).click();
  const head =
    'key,name_th,name_en,nickname_th,nickname_en,gym,division,province_th,province_en,dominant_hand,height_cm,weight_pounds,born_on';
  const [gym, division] = await Promise.all([
    fetchName(page, run.api, 'gym'),
    fetchName(page, run.api, 'division'),
  ]);
  const lineOf = (key: string, height: string, place = gym) =>
    `${key},เดือน,Duean ${key},เดือน,Duean,${place},${division},ตรัง,Trang,left,${height},90,2001-01-01`;
  const csv = [
    head,
    lineOf('j1', '171'),
    lineOf('j2', 'tall'),
    lineOf('j3', '172', 'No such gym'),
  ].join('\n');
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'fighters.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(page.getByText('Some lines are wrong')).toBeVisible();
  await expect(page.getByRole('cell', { name: /height_cm/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: /No such gym/ })).toBeVisible();
  await expect(page.getByText('Nothing is changed yet')).toBeVisible();
  await expect(page.getByRole('row', { name: /Duean j1/ })).toContainText('new');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import the right lines' }).click();
  await expect(page.getByText('1 new, 0 changed, 0 unchanged')).toBeVisible();
  // The file changes the height of an existing fighter, and the preview shows the difference.
  await page.getByLabel('CSV file').setInputFiles({
    ...{ name: 'fighters.csv', mimeType: 'text/csv' },
    buffer: Buffer.from([head, lineOf('j1', '169')].join('\n')),
  });
  await expect(page.getByRole('row', { name: /Duean j1/ })).toContainText('171');
  await expect(page.getByRole('row', { name: /Duean j1/ })).toContainText('169');

  await page.getByRole('link', { name: 'Stream keys' }).click();
  await page.getByRole('button', { name: 'New key' }).first().click();
  await expect(dialog.locator('pre')).toContainText(/^\S{20,}$/);
  const key = (await dialog.locator('pre').textContent()) ?? '';
  expect(await findBarriers(page)).toEqual([]);
  await save(dialog, 'I have kept it');
  await expect(page.getByText(key)).toHaveCount(0);
  await page.context().close();
});
