import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { BROWSERS } from '@sangwian/site-build/browsers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { runbooks } from './build/runbooks.ts';

const linguiConfig = { cwd: import.meta.dirname };

/** What draws every place: one file, which stays in the browser's cache when a place changes. */
const FRAME = {
  name: 'frame',
  test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|@lingui|@tanstack[\\/](query-core|react-query))[\\/]/,
};

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [
    runbooks(),
    react(),
    babel({ presets: [linguiTransformerBabelPreset({}, linguiConfig)] }),
    // While a text is being written, it is shown untranslated.
    lingui({
      ...linguiConfig,
      failOnMissing: command === 'build' ? 'catalog' : false,
      failOnCompileError: true,
    }),
  ],
  css: {
    transformer: 'lightningcss',
    // The media ranges (`width < 720px`) are lowered for these.
    lightningcss: { targets: { chrome: 109 << 16, safari: 15 << 16, edge: 109 << 16 } },
  },
  build: {
    target: BROWSERS,
    manifest: true,
    // Small files as data URLs would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [FRAME] } } },
  },
}));
