import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/**
 * The places whose messages are in catalogues of their own, which come with the place
 * (`src/shared/language/language.ts`). A message of two parts stands in both.
 */
const PLACES = [
  'account',
  'catalogue',
  'chat',
  'game',
  'health',
  'members',
  'money',
  'programme',
  'staff',
  'switches',
];
/** Shared parts that only these places draw, so that no other place loads their messages. */
const SHARED_PARTS: Readonly<Record<string, readonly string[]>> = {
  'src/shared/appeals': ['chat', 'members'],
  'src/shared/picture-upload': ['programme'],
};
const sharedPartsOf = (place: string): string[] =>
  Object.keys(SHARED_PARTS).filter((part) => SHARED_PARTS[part]?.includes(place));
const TESTS = '**/*.test.*';

/** Messages are written in English in the source; a part of the console is one file a language. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['th', 'en'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [
        TESTS,
        ...Object.keys(SHARED_PARTS).map((part) => `${part}/**`),
        ...PLACES.map((place) => `src/places/${place}/**`),
      ],
    },
    ...PLACES.map((place) => ({
      path: `<rootDir>/src/locales/${place}/{locale}`,
      include: [`src/places/${place}`, ...sharedPartsOf(place)],
      exclude: [TESTS],
    })),
  ],
  // Without line numbers a moved line is no difference, so that CI can refuse any.
  format: formatter({ lineNumbers: false }),
});
