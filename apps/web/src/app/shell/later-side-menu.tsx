import { type ComponentType, useEffect, useState } from 'react';
import type { SideMenuProps } from './side-menu.tsx';

/** The menu from the side, fetched when it is first opened. Without a network the next press asks again. */
export function LaterSideMenu({ openings }: SideMenuProps) {
  const [loaded, setLoaded] = useState<{ readonly SideMenu: ComponentType<SideMenuProps> }>();
  useEffect(() => {
    if (openings === 0 || loaded) return;
    void import('./side-menu.tsx').then(setLoaded, () => {});
  }, [openings, loaded]);
  return loaded ? <loaded.SideMenu openings={openings} /> : null;
}
