import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

type Theme = 'dark' | 'light';

/** The current theme. `public/look.js` applies the stored theme before the first paint. */
export const themeStore = createStore<Theme>(
  readStored('console.theme') === 'light' ? 'light' : 'dark',
);

/** Switches to the other theme and stores the choice. */
export function switchTheme(): void {
  const theme = themeStore.get() === 'light' ? 'dark' : 'light';
  themeStore.set(theme);
  document.documentElement.dataset.theme = theme;
  writeStored('console.theme', theme);
}
