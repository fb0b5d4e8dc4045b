import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * What only some pages say is in catalogues of their own, which come with those pages
 * (`src/shared/language/catalogue.ts`). A message of two parts stands in both.
 */
const PARTS = {
  account: [
    'src/features/account',
    'src/features/banned',
    'src/features/follows',
    'src/features/get-app',
    'src/features/handover',
    'src/features/notices',
    'src/features/password',
    'src/features/sign-in',
    'src/features/sign-up',
    'src/shared/appeals',
    'src/shared/bouts',
    'src/shared/dialogs',
    'src/shared/entrance',
    'src/shared/forms',
    'src/shared/otp',
    'src/shared/providers',
  ],
  game: ['src/features/predict', 'src/features/home/own-sheet'],
  fights: [
    'src/features/fighters',
    'src/features/follows',
    'src/features/programme',
    'src/features/reminders',
    'src/shared/bouts',
    'src/shared/dialogs',
    'src/shared/results',
    'src/shared/share',
  ],
  reminders: [
    'src/features/home/for-you',
    'src/features/home/reminders',
    'src/features/reminders',
    'src/shared/dialogs',
  ],
  live: [
    'src/features/chat',
    'src/features/cheer',
    'src/features/live',
    'src/features/player',
    'src/shared/appeals',
    'src/shared/bouts',
    'src/shared/dialogs',
    'src/shared/share',
  ],
  peaks: ['src/features/community', 'src/features/peaks', 'src/features/scorecard'],
  notices: ['src/app/shell/notices', 'src/features/notices', 'src/shared/bouts'],
  search: ['src/features/search', 'src/shared/dialogs'],
  replay: [
    'src/features/clips',
    'src/features/replay',
    'src/shared/bouts',
    'src/shared/dialogs',
    'src/shared/results',
    'src/shared/share',
  ],
  wallet: [
    'src/features/checkout',
    'src/features/coin-history',
    'src/features/redeem',
    'src/shared/dialogs',
  ],
};
const TESTS = '**/*.test.*';

/** Messages are written in English in the source; a part of the site is one file a language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['th', 'en'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [
        TESTS,
        ...Object.values(PARTS)
          .flat()
          .map((folder) => `${folder}/**`),
      ],
    },
    ...Object.entries(PARTS).map(([part, include]) => ({
      path: `<rootDir>/src/locales/${part}/{locale}`,
      include,
      exclude: [TESTS],
    })),
  ],
  // Without line numbers a moved line is no difference, so that CI can refuse any.
  format: formatter({ lineNumbers: false }),
});
