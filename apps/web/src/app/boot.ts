import { UNSAFE_ErrorResponseImpl as ErrorResponse, type HydrationState } from 'react-router';
import type { SiteConfig } from '../shared/site-config.ts';

export const BOOT_ID = 'boot';

/** The id of the root route. */
export const ROOT_ROUTE = 'root';

/** The error of a loader, serialized into the page. */
interface SerializedError {
  readonly status: number;
  readonly statusText: string;
  readonly data: unknown;
}

/** The data that the page contains for hydration. */
interface SerializedBoot {
  readonly site: SiteConfig;
  readonly loaderData: HydrationState['loaderData'];
  readonly errors: Readonly<Record<string, SerializedError>> | null;
}

export interface Boot {
  readonly site: SiteConfig;
  readonly hydration: HydrationState;
}

/** Serializes to JSON that is safe within `<script>`: no `<` can end the element or start a comment. */
export const serializeBoot = (boot: SerializedBoot): string =>
  JSON.stringify(boot)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

/** Parses the result of `serializeBoot` from the page. Throws if the server did not render the page. */
export function readBoot(): Boot {
  const element = document.getElementById(BOOT_ID);
  if (!element?.textContent) throw new Error('The page has no data');
  const { site, loaderData, errors } = JSON.parse(element.textContent) as SerializedBoot;
  const revived = Object.entries(errors ?? {}).map(([id, { status, statusText, data }]) => [
    id,
    new ErrorResponse(status, statusText, data),
  ]);
  return {
    site,
    hydration: {
      // The root route has the guard as middleware, and therefore needs loader data. Without data the router would
      // navigate again, re-render the page and reset the scroll position.
      loaderData: { [ROOT_ROUTE]: null, ...loaderData },
      errors: errors ? Object.fromEntries(revived) : null,
    },
  };
}
