import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Messages are written in English in the source; the console is one file a language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['th', 'en'],
  catalogs: [
    { path: '<rootDir>/src/locales/{locale}', include: ['src'], exclude: ['**/*.test.*'] },
  ],
  // Without line numbers a moved line is no difference, so that CI can refuse any.
  format: formatter({ lineNumbers: false }),
});
