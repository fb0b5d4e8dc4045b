import { readStored, writeStored } from './storage.ts';
import { createStore } from './store.ts';

type Theme = 'dark' | 'light';

/** The shown theme. `public/look.js` sets the stored one before the first paint. */
export const themeStore = createStore<Theme>(
  readStored('console.theme') === 'light' ? 'light' : 'dark',
);

/** Shows the other theme and keeps the choice. */
export function switchTheme(): void {
  const theme = themeStore.get() === 'light' ? 'dark' : 'light';
  themeStore.set(theme);
  document.documentElement.dataset.theme = theme;
  writeStored('console.theme', theme);
}
