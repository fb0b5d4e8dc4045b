import { useStoreUrl } from '../../shared/install/device.ts';
import { useSession } from '../../shared/session/session.ts';
import { useSiteConfig } from '../../shared/site-config.ts';
import { hasPage } from '../pages.ts';
import type { MenuInput } from './menu.ts';

/** Returns the input of `menuItems` and `tabs`. */
export function useMenu(): MenuInput {
  const site = useSiteConfig();
  const { external } = useSession();
  return { site, external, storeUrl: useStoreUrl(site), hasPage };
}
