import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { NewMember } from '../support/new-member.ts';
import type { RunFile } from '../support/start-stack.ts';
import { type Language, openBrowser, type Screen } from '../support/visit.ts';

/** A person on one screen who walks through the evening, first as a visitor, then as a member. */
export interface Walker {
  readonly page: Page;
  readonly run: RunFile;
  readonly language: Language;
  readonly isPhone: boolean;
  readonly phone: string;
  readonly password: string;
  /** Takes the next picture; its file has its number and the name of the step. */
  picture(step: string): Promise<void>;
}

interface Person {
  readonly language: Language;
  readonly screen: Screen;
  /** The folder for this person's pictures. */
  readonly folder: string;
  readonly account: Pick<NewMember, 'phone' | 'password'>;
}

/** Resolves once the images of the page are decoded. A lazy image below the fold never loads. */
const untilImagesShow = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      [...document.images]
        .filter(({ loading, complete }) => complete || loading !== 'lazy')
        .map((image) => image.decode().catch(() => {})),
    ),
  );

/** Opens a browser for a person. */
export async function openWalker(
  browser: Browser,
  run: RunFile,
  { language, screen, folder, account }: Person,
): Promise<Walker> {
  const page = await openBrowser(browser, run, { language }, screen);
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  return {
    ...account,
    page,
    run,
    language,
    isPhone: screen === 'a phone',
    picture: async (step) => {
      await untilImagesShow(page);
      taken += 1;
      const file = `${String(taken).padStart(2, '0')}-${step}.png`;
      await page.screenshot({ path: join(folder, file) });
      console.log(join(folder, file));
    },
  };
}
