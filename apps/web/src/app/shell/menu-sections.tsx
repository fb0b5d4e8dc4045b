import { useId } from 'react';
import { useLanguage } from '../../shared/language/use-language.ts';
import type { LinkSection } from '../../shared/site-config.ts';
import { MenuAnchor } from './menu-anchor.tsx';
import styles from './menu-sections.module.css';

interface MenuSectionsProps {
  readonly sections: readonly LinkSection[];
  readonly linkClass: string | undefined;
  readonly onClick?: () => void;
}

function Section({
  section: { heading, links },
  linkClass,
  onClick,
}: Omit<MenuSectionsProps, 'sections'> & { readonly section: LinkSection }) {
  const headingId = useId();
  const { text } = useLanguage();
  return (
    <div className={styles.section}>
      {heading ? (
        <p id={headingId} className={styles.heading}>
          {text(heading)}
        </p>
      ) : null}
      <ul aria-labelledby={heading ? headingId : undefined}>
        {links.map(({ href, label }) => (
          <li key={href}>
            <MenuAnchor href={href} className={linkClass} {...(onClick ? { onClick } : {})}>
              {text(label)}
            </MenuAnchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The sections of a menu of external links. */
export function MenuSections({ sections, ...rest }: MenuSectionsProps) {
  return sections.map((section) => (
    <Section key={section.links[0]?.href} section={section} {...rest} />
  ));
}
