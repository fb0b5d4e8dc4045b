import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BROWSERS } from '@sangwian/site-build/browsers';
import { build, type InlineConfig } from 'vite';

const ENTRY = 'src/app/entry-client.tsx';

/**
 * Builds `sw.js` as a single file that contains the names of the build's files. It changes with every build, so that
 * browsers detect a new one.
 */
export async function buildServiceWorker(root: string): Promise<void> {
  const client = join(root, 'dist/client');
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { readonly file: string }
  >;
  const entry = manifest[ENTRY]?.file;
  if (entry === undefined) throw new Error(`${ENTRY} is not in the manifest of the client's build`);
  const assets = readdirSync(join(client, 'assets')).sort();
  const config: InlineConfig = {
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      SITE_ENTRY: JSON.stringify(`/${entry}`),
      SITE_ASSETS: JSON.stringify(assets.map((name) => `/assets/${name}`)),
    },
    build: {
      target: BROWSERS,
      outDir: client,
      emptyOutDir: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'src/app/service-worker/service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  };
  await build(config);
}
