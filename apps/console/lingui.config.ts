import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * The places whose messages are in catalogues of their own, which come with the place
 * (`src/shared/language/language.ts`). A message of two parts stands in both.
 */
const PLACES = ['catalogue', 'chat', 'members', 'money', 'programme', 'switches'];
/** A shared part that only these places draw, so that no other place loads its messages. */
const UPLOADS = 'src/shared/picture-upload';
const UPLOAD_PLACES = ['programme'];
const TESTS = '**/*.test.*';

/** Messages are written in English in the source; a part of the console is one file a language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['th', 'en'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [TESTS, `${UPLOADS}/**`, ...PLACES.map((place) => `src/places/${place}/**`)],
    },
    ...PLACES.map((place) => ({
      path: `<rootDir>/src/locales/${place}/{locale}`,
      include: [`src/places/${place}`, ...(UPLOAD_PLACES.includes(place) ? [UPLOADS] : [])],
      exclude: [TESTS],
    })),
  ],
  // Without line numbers a moved line is no difference, so that CI can refuse any.
  format: formatter({ lineNumbers: false }),
});
