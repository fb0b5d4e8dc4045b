import { UNSAFE_ErrorResponseImpl as ErrorResponse, type HydrationState } from 'react-router';
import type { SiteConfig } from '../shared/site-config.ts';

export const BOOT_ID = 'boot';

/** The route around every page. */
export const ROOT_ROUTE = 'root';

/** An error of a loader, as it travels in the page. */
interface SentError {
  readonly status: number;
  readonly statusText: string;
  readonly data: unknown;
}

/** What the server puts into the page for the browser to go on from. */
interface SentBoot {
  readonly site: SiteConfig;
  readonly loaderData: HydrationState['loaderData'];
  readonly errors: Readonly<Record<string, SentError>> | null;
}

export interface Boot {
  readonly site: SiteConfig;
  readonly hydration: HydrationState;
}

/** JSON that may stand within `<script>`: no `<` can end the element or begin a comment. */
export const serializeBoot = (boot: SentBoot): string =>
  JSON.stringify(boot)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

/** Reads what `serializeBoot` wrote. Throws where the page was not made by the server. */
export function readBoot(): Boot {
  const element = document.getElementById(BOOT_ID);
  if (!element?.textContent) throw new Error('The page has no data');
  const { site, loaderData, errors } = JSON.parse(element.textContent) as SentBoot;
  const revived = Object.entries(errors ?? {}).map(([id, { status, statusText, data }]) => [
    id,
    new ErrorResponse(status, statusText, data),
  ]);
  return {
    site,
    hydration: {
      // Data of the root, though it has none: it has the guard, which has looked before anything was drawn. Otherwise
      // the router would go to the page once more, draw all of it anew, and scroll who has scrolled back to the top.
      loaderData: { [ROOT_ROUTE]: null, ...loaderData },
      errors: errors ? Object.fromEntries(revived) : null,
    },
  };
}
