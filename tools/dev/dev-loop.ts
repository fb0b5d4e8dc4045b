import { join } from 'node:path';
import type { SupervisedProcess } from '../start/supervised-process.ts';
import { watchSources } from './watch-sources.ts';

/** Folders that every service imports. */
const SHARED = ['packages/contract/src', 'packages/money/src', 'packages/node-kit/src'];
/** Additional watched folders, by service. */
const OWN: Readonly<Record<string, readonly string[]>> = { media: ['packages/rtmp/src'] };

/**
 * Restarts each service when its sources change.
 *
 * @returns a function that stops watching
 */
export function restartOnChange(
  services: readonly SupervisedProcess[],
  print: (text: string) => void,
): () => void {
  const stops = services.map((service) =>
    watchSources(
      [join('services', service.name, 'src'), ...SHARED, ...(OWN[service.name] ?? [])],
      () => {
        print(`  ${service.name} restarts`);
        service.restart();
      },
    ),
  );
  return () => {
    for (const stop of stops) stop();
  };
}
