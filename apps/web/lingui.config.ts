import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Messages are written in English in the source; a language is one file, loaded only where it is shown. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['th', 'en'],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.*'] },
  ],
  // Without line numbers a moved line is no difference, so that CI can refuse any.
  format: formatter({ lineNumbers: false }),
});
