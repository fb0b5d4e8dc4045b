import type { Plugin } from 'vite';

const PAGES_MODULE = /[\\/]apps[\\/]web[\\/]src[\\/]app[\\/]pages\.ts$/;
const SOURCE = /source: '[^']+'/g;

/** Leaves the modules' paths of the table of pages out of the browser's bundle: only the server reads them. */
export const pageSources = (): Plugin => ({
  name: 'page-sources',
  apply: 'build',
  enforce: 'pre',
  transform(code, id, options) {
    if (options?.ssr === true || !PAGES_MODULE.test(id)) return null;
    return { code: code.replace(SOURCE, "source: ''"), map: null };
  },
});
