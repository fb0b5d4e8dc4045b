import { fileURLToPath } from 'node:url';

/** The site's own typeface in the two weights of a card, as TrueType: Pango reads no font that is packed for the web. */
export const FONT_PATHS = ['500Medium/Anuphan_500Medium.ttf', '700Bold/Anuphan_700Bold.ttf'].map(
  (file) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/anuphan/${file}`)),
);

/** Font families as the files name themselves. */
export const FAMILIES = { bold: 'Anuphan', medium: 'Anuphan Medium' } as const;
