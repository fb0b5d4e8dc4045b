import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * Getting in, and what is the member's own, in a catalogue of its own that comes with those pages
 * (`src/shared/language/catalogue.ts`). A message of both stands in both.
 */
const ACCOUNT = [
  'src/features/banned',
  'src/features/handover',
  'src/features/password',
  'src/features/profile',
  'src/features/sign-in',
  'src/features/sign-up',
  'src/shared/entrance',
  'src/shared/forms',
  'src/shared/handover',
  'src/shared/otp',
  'src/shared/providers',
];
const TESTS = '**/*.test.*';

/** Messages are written in English in the source; a part of the site is one file a language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['th', 'en'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [TESTS, ...ACCOUNT.map((folder) => `${folder}/**`)],
    },
    { path: '<rootDir>/src/locales/account/{locale}', include: ACCOUNT, exclude: [TESTS] },
  ],
  // Without line numbers a moved line is no difference, so that CI can refuse any.
  format: formatter({ lineNumbers: false }),
});
