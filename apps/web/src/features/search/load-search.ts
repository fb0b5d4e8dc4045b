import { needCatalogue } from '../../shared/language/catalogue.ts';

/** Loads the search with its catalogue. Rejects if a chunk cannot be loaded. */
export async function loadSearch() {
  const [{ SearchDialog }] = await Promise.all([
    import('./search-dialog.tsx'),
    needCatalogue('search'),
  ]);
  return SearchDialog;
}
