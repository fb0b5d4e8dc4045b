import type { Locator, Page } from '@playwright/test';
import { samplePicture } from '../support/sample-picture.ts';
import { consoleWords } from '../support/words.ts';
import { expect, type Night } from './site.ts';
import type { Crew } from './staff.ts';

const WORDS = consoleWords({
  kind: 'Kind',
  newName: 'New name',
  nameTh: 'Name in Thai',
  nameEn: 'Name in English',
  provinceTh: 'Province in Thai',
  provinceEn: 'Province in English',
  saveName: 'Save the name',
  newFighter: 'New fighter',
  ringTh: 'Ring name in Thai',
  ringEn: 'Ring name in English',
  nicknameTh: 'Nickname in Thai',
  nicknameEn: 'Nickname in English',
  gym: 'Gym',
  division: 'Division',
  born: 'Date of birth',
  addFighter: 'Add the fighter',
  cropSize: 'Size of the crop',
  saveCrop: 'Save the crop',
  csv: 'CSV file',
  importRight: 'Import the right lines',
  imported: 'Imported',
  channelName: 'Name of the channel',
  addChannel: 'Add the channel',
  newKey: 'New key',
  kept: 'I have kept it',
  newEvent: 'New event',
  titleTh: 'Title in Thai',
  titleEn: 'Title in English',
  promotion: 'Promotion',
  stadium: 'Stadium',
  begins: 'Begins (Bangkok time)',
  createEvent: 'Create the event',
  broadcast: 'Broadcast and price',
  channel: 'Channel',
  saveBroadcast: 'Save the broadcast',
  free: 'Free',
  addBout: 'Add a bout',
  red: 'Red corner',
  blue: 'Blue corner',
  found: 'Found fighters',
  addTheBout: 'Add the bout',
  order: 'Bouts in order',
  poster: 'Poster',
  main: 'Main event',
});

export const TITLE = { TH: 'คืนแรกของสังเวียน', EN: 'First Night of the Ring' } as const;
/** The red and blue fighters of the three bouts. The first two fighters get photos. */
export const BOUTS = [
  {
    red: { TH: 'เพชรพนา', EN: 'Phetphana' },
    blue: { TH: 'ก้องภพ', EN: 'Kongphop' },
  },
  {
    red: { TH: 'ศรอำนวย', EN: 'Sonamnuai' },
    blue: { TH: 'ดาวเหนือ', EN: 'Daonuea' },
  },
  {
    red: { TH: 'ยอดขุนพล', EN: 'Yodkhunphon' },
    blue: { TH: 'พยัคฆ์ดำ', EN: 'Phayakdam' },
  },
] as const;
type Name = (typeof BOUTS)[number]['red' | 'blue'];

const CHANNEL = 'first-ring';
const GYM = { TH: 'ค่ายริมน้ำ', EN: 'Riverside Gym' } as const;
const DIVISION = { TH: 'เฟเธอร์เวต', EN: 'Featherweight' } as const;
/** The event is scheduled for later, so that predictions are open. The live starts early. */
const AHEAD_MS = 40 * 60_000;
const BANGKOK_MS = 7 * 60 * 60_000;

async function save(dialog: Locator, action: string): Promise<void> {
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Adds the first promotion, stadium, gym and division. */
async function addNames(page: Page, { language }: Night): Promise<void> {
  const words = WORDS[language];
  const names = {
    promotion: { TH: 'ศึกคืนแรก', EN: 'First Night Promotion' },
    stadium: { TH: 'เวทีริมน้ำ', EN: 'Riverside Stadium' },
    gym: GYM,
    division: DIVISION,
  };
  await page.goto('/console/programme/names');
  const dialog = page.getByRole('dialog');
  for (const [kind, name] of Object.entries(names)) {
    await page.getByLabel(words.kind, { exact: true }).selectOption(kind);
    await page.getByRole('button', { name: words.newName }).click();
    await dialog.getByLabel(words.nameTh).fill(name.TH);
    await dialog.getByLabel(words.nameEn).fill(name.EN);
    if (kind === 'gym' || kind === 'stadium') {
      await dialog.getByLabel(words.provinceTh).fill('ตรัง');
      await dialog.getByLabel(words.provinceEn).fill('Trang');
    }
    await save(dialog, words.saveName);
    await expect(page.getByText(name.EN, { exact: true })).toBeVisible();
  }
}

/** Uploads an image, crops it, and waits until its files are stored. */
async function addPicture(panel: Locator, language: Night['language']): Promise<void> {
  const words = WORDS[language];
  await panel.locator('input[type=file]').setInputFiles(samplePicture(1600, 1200));
  await panel.getByLabel(words.cropSize).press('ArrowLeft');
  const crop = panel.getByRole('button', { name: words.saveCrop });
  await crop.click();
  await expect(crop).toBeDisabled();
}

/** Adds a fighter with a photo through the form. */
async function addFighter(page: Page, { language }: Night, name: Name): Promise<void> {
  const words = WORDS[language];
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: words.newFighter }).click();
  const texts = [
    [words.ringTh, name.TH],
    [words.ringEn, name.EN],
    [words.nicknameTh, name.TH],
    [words.nicknameEn, name.EN],
    [words.provinceTh, 'ตรัง'],
    [words.provinceEn, 'Trang'],
    [words.born, '2003-04-05'],
  ] as const;
  for (const [label, text] of texts) await dialog.getByLabel(label).fill(text);
  for (const label of [words.gym, words.division]) {
    await dialog.getByLabel(label, { exact: true }).selectOption({ index: 1 });
  }
  await save(dialog, words.addFighter);
  await addPicture(page.getByRole('region', { name: name[language] }), language);
}

/** Imports the other fighters from a file. */
async function importFighters(page: Page, { language }: Night): Promise<void> {
  const words = WORDS[language];
  const head =
    'key,name_th,name_en,nickname_th,nickname_en,gym,division,province_th,province_en,dominant_hand,height_cm,weight_pounds,born_on';
  const lines = BOUTS.slice(1)
    .flatMap(({ red, blue }): Name[] => [red, blue])
    .map(
      ({ TH, EN }) =>
        `${EN.toLowerCase()},${TH},${EN},${TH},${EN},${GYM.EN},${DIVISION.EN},ตรัง,Trang,left,170,124,2001-01-01`,
    );
  await page.goto('/console/programme/import');
  await page.getByLabel(words.csv).setInputFiles({
    name: 'fighters.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...lines].join('\n')),
  });
  await page.getByRole('button', { name: words.importRight }).click();
  await expect(page.getByText(words.imported, { exact: true })).toBeVisible();
}

/** Adds the channel of the ring and its first stream key, which the console shows once. */
async function makeStreamKey(page: Page, { language }: Night): Promise<string> {
  const words = WORDS[language];
  const dialog = page.getByRole('dialog');
  await page.goto('/console/programme/keys');
  await page.getByLabel(words.channelName).fill(CHANNEL);
  await page.getByRole('button', { name: words.addChannel }).click();
  await page.getByRole('button', { name: words.newKey }).click();
  await expect(dialog.locator('pre')).toContainText(/^\S{20,}$/);
  const key = (await dialog.locator('pre').textContent()) ?? '';
  await save(dialog, words.kept);
  await expect(page.getByText(key)).toHaveCount(0);
  return key;
}

async function pick(dialog: Locator, { language }: Night, label: string, name: Name) {
  await dialog.getByLabel(label).fill(name[language]);
  const found = dialog.getByRole('group', { name: WORDS[language].found });
  await found.getByRole('button', { name: new RegExp(`^${name[language]} `) }).click();
}

/** Creates the event with its broadcast, its bouts and its poster. */
async function createEvent(page: Page, night: Night): Promise<void> {
  const { language } = night;
  const words = WORDS[language];
  const dialog = page.getByRole('dialog');
  await page.goto('/console/programme/events');
  await page.getByRole('button', { name: words.newEvent }).click();
  await dialog.getByLabel(words.titleTh).fill(TITLE.TH);
  await dialog.getByLabel(words.titleEn).fill(TITLE.EN);
  await dialog.getByLabel(words.promotion).selectOption({ index: 1 });
  await dialog.getByLabel(words.stadium).selectOption({ index: 1 });
  const startsAt = new Date(Date.now() + AHEAD_MS + BANGKOK_MS).toISOString().slice(0, 16);
  await dialog.getByLabel(words.begins).fill(startsAt);
  await save(dialog, words.createEvent);
  await page.getByRole('button', { name: words.broadcast }).click();
  await dialog.getByLabel(words.channel, { exact: true }).selectOption(CHANNEL);
  await save(dialog, words.saveBroadcast);
  await expect(page.getByText(`${words.free} · ${CHANNEL}`)).toBeVisible();
  const rows = page.getByRole('list', { name: words.order }).getByRole('listitem');
  for (const [index, { red, blue }] of BOUTS.entries()) {
    await page.getByRole('button', { name: words.addBout }).click();
    await pick(dialog, night, words.red, red);
    await pick(dialog, night, words.blue, blue);
    if (index === BOUTS.length - 1) await dialog.getByLabel(words.main).check();
    await save(dialog, words.addTheBout);
    await expect(rows).toHaveCount(index + 1);
  }
  await addPicture(page.getByRole('region', { name: words.poster }), language);
}

/** Returns the path of the file that the browser loaded for an image. */
const shownFile = (picture: Locator): Promise<string> =>
  picture.first().evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return new URL(image.currentSrc).pathname;
  });

/** Resolves once a visitor sees the event with its poster and the fighters' photos. */
async function expectOnSite({ language, open }: Night): Promise<void> {
  const visitor = await open();
  const expectUpload = (path: string, selector: string) =>
    expect
      .poll(
        async () => {
          await visitor.goto(path);
          return shownFile(visitor.locator(selector));
        },
        { timeout: 60_000 },
      )
      .toMatch(/^\/uploads\/.+\.(avif|webp)$/);
  await expectUpload('/', 'article img');
  await expectUpload('/predict', 'main ol > li img');
  await expect(visitor.getByText(TITLE[language]).first()).toBeVisible();
  for (const { red, blue } of BOUTS) {
    for (const name of [red, blue]) {
      await expect(visitor.getByText(name[language], { exact: true }).first()).toBeVisible();
    }
  }
  await visitor.context().close();
}

/** Creates tonight's event with everything it needs on an empty site, and returns the stream key. */
export async function makeProgramme(night: Night, { owner }: Crew): Promise<string> {
  await addNames(owner, night);
  await owner.goto('/console/programme/fighters');
  await addFighter(owner, night, BOUTS[0].red);
  await addFighter(owner, night, BOUTS[0].blue);
  await importFighters(owner, night);
  const key = await makeStreamKey(owner, night);
  await createEvent(owner, night);
  await expectOnSite(night);
  return key;
}
