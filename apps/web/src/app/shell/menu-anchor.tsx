import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { isExternalUrl } from './menu.ts';

interface MenuAnchorProps {
  readonly href: string;
  readonly className: string | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** A menu link: within the app, or to another site in a new tab. */
export function MenuAnchor({ href, className, onClick = () => {}, children }: MenuAnchorProps) {
  if (isExternalUrl(href)) {
    return (
      <a href={href} target="_blank" rel="noopener" className={className} onClick={onClick}>
        {children}
      </a>
    );
  }
  return (
    <NavLink to={href} end={href === '/'} className={className ?? ''} onClick={onClick}>
      {children}
    </NavLink>
  );
}
