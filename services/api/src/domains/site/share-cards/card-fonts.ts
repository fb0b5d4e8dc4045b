import { fileURLToPath } from 'node:url';

/** The typeface of the site in the two weights of a card, as TrueType, because Pango cannot read WOFF2. */
export const FONT_PATHS = ['500Medium/Anuphan_500Medium.ttf', '700Bold/Anuphan_700Bold.ttf'].map(
  (file) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/anuphan/${file}`)),
);

/** Font families, as named in the files. */
export const FAMILIES = { bold: 'Anuphan', medium: 'Anuphan Medium' } as const;
