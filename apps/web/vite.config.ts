import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import { BROWSERS } from '@sangwian/site-build/browsers';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageSources } from './build/page-sources.ts';
import { policyTexts } from './build/policy-texts.ts';
import { preloadedFiles } from './build/preloaded-files.ts';

/** What only the pages of members share comes with them: the first page does not wait for it. */
const LATER =
  /[\\/](apps[\\/]web[\\/]src[\\/]shared[\\/](appeals|faces|bouts[\\/](bouts-page|tale-table|result-text)|dialogs|entrance|forms|ids|in-step|member[\\/]member-id|otp|providers|navigation[\\/]remember-page|results|save-file|share|session[\\/](barred|event-socket)|storage[\\/](own-draft|tab-draft|use-own-draft)|switches|times[\\/]local-time|use-busy|wallet)|packages[\\/]ui[\\/]src[\\/](art[\\/]faces|check-field|choice-field|code-boxes|dialog|docked-sheet|field|field-messages|qr-code|qr-matrix|select-field|submit-button|text-area)\b|lucide-react[\\/].*[\\/]icons[\\/](?!eye\.))/;

/** What several pages share of ours comes in one file, not in a dozen of a few hundred bytes each. */
const SHARED = {
  name: 'shared',
  test: (id: string): boolean =>
    /[\\/](packages[\\/](ui|i18n)|apps[\\/]web[\\/]src[\\/]shared|lucide-react|react-query[\\/].*[\\/]useQuery\.js)/.test(
      id,
    ) && !LATER.test(id),
  minShareCount: 2,
};

/** What draws every page is one file too: cut apart among the pages that use a part of it, it is larger. */
const FRAME = {
  name: 'frame',
  test: /[\\/]node_modules[\\/](react|react-dom|react-router|scheduler|@lingui)[\\/]/,
  minShareCount: 2,
};

const linguiConfig = { cwd: import.meta.dirname };

/** One configuration for the browser's bundle, the server's (`--ssr`), and development. */
export default defineConfig(({ command, isSsrBuild }) => ({
  root: import.meta.dirname,
  plugins: [
    policyTexts(),
    pageSources(),
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
    // The media ranges of the tokens (`width <= 641px`) are lowered for these.
    lightningcss: { targets: { chrome: 109 << 16, safari: 15 << 16, edge: 109 << 16 } },
  },
  build: {
    target: BROWSERS,
    manifest: isSsrBuild !== true,
    modulePreload: { resolveDependencies: preloadedFiles },
    // Small files as data URLs would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    copyPublicDir: isSsrBuild !== true,
    outDir: isSsrBuild === true ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: isSsrBuild === true ? 'src/app/entry-server.tsx' : 'src/app/entry-client.tsx',
      // One file for the server: chunks that import their entry back would load it twice under another URL.
      output: { codeSplitting: isSsrBuild === true ? false : { groups: [SHARED, FRAME] } },
    },
  },
  // The server's bundle stands alone: it is loaded by the API, which knows nothing of React.
  ssr: command === 'build' ? { noExternal: true } : {},
}));
