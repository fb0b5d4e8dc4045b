import { useStoreUrl } from '../../shared/install/device.ts';
import { useSession } from '../../shared/session/session.ts';
import { useSiteConfig } from '../../shared/site-config.ts';
import { hasPage } from '../pages.ts';
import type { MenuInput } from './menu.ts';

/** What the menus of this visit are made of. */
export function useMenu(): MenuInput {
  const site = useSiteConfig();
  const { external } = useSession();
  return { site, external, storeUrl: useStoreUrl(site), hasPage };
}
