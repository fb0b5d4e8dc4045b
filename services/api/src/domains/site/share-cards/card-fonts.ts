import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { unpackWoff } from './woff-rules.ts';

/** The site's own type, in the two weights of a card and the scripts that names are written in. */
const FILES = ['bold-thai', 'bold-latin', 'bold-latin-ext', 'medium-thai', 'medium-latin'] as const;
const WEIGHTS = { bold: 700, medium: 500 } as const;

/** Font families as the files name themselves. */
export const FAMILIES = { bold: 'Anuphan', medium: 'Anuphan Medium' } as const;

function sourceOf(file: (typeof FILES)[number]): string {
  const [weight, ...script] = file.split('-');
  const number = weight === 'bold' ? WEIGHTS.bold : WEIGHTS.medium;
  const name = `anuphan-${script.join('-')}-${number}-normal.woff`;
  return fileURLToPath(import.meta.resolve(`@fontsource/anuphan/files/${name}`));
}

/**
 * Puts the fonts where they can be read by their path, as what sets the letters wants them.
 *
 * @param folder is made where it is missing
 * @returns their paths
 */
export async function unpackFonts(folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    FILES.map(async (file) => {
      const path = join(folder, `anuphan-${file}.ttf`);
      const font = unpackWoff(await readFile(sourceOf(file)), (packed) => inflateSync(packed));
      // Another node may be reading the one that is there.
      await writeFile(`${path}.${process.pid}`, font);
      await rename(`${path}.${process.pid}`, path);
      return path;
    }),
  );
}
