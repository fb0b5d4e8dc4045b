import { type ComponentType, lazy } from 'react';
import { needCatalogue } from '../../shared/language/catalogue.ts';

type Community = typeof import('./community.ts').COMMUNITY;

/** Longer than a slow phone needs for the first paint. */
const IDLE_MS = 4_000;

let idle: Promise<void> | undefined;

/** Resolves once the page has finished its start. */
export const whenIdle = (): Promise<void> => {
  idle ??= new Promise((resolve) => {
    setTimeout(resolve, IDLE_MS);
  });
  return idle;
};

async function load<Name extends keyof Community>(name: Name) {
  const loaded = await Promise.all([import('./community.ts'), needCatalogue('peaks')]).catch(
    () => null,
  );
  const part = loaded === null ? () => null : loaded[0].COMMUNITY[name];
  return { default: part as ComponentType<Parameters<Community[Name]>[0]> };
}

/**
 * Creates a lazy component of this feature, loaded with its catalogue once the page is idle. Render it within
 * `Suspense`. If loading fails, the component renders nothing, because the chat works without this feature.
 */
export const lazyCommunity = <Name extends keyof Community>(name: Name) =>
  lazy(async () => {
    await whenIdle();
    return load(name);
  });

/** The same for a component that a fan has asked for: loaded with its first render. */
export const lazyOnDemand = <Name extends keyof Community>(name: Name) => lazy(() => load(name));
