import { useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { useColleagues } from '../../shared/live/presence.ts';
import { useRoleName } from '../../shared/session/role-name.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import styles from './crew.module.css';

/** More avatars would leave no room for the heading. */
const SHOWN_MAX = 4;

/** The colleagues who are at the console: initials, with name and role as the tooltip. */
export function Crew() {
  const { t } = useLingui();
  const roleName = useRoleName();
  const people = useColleagues();
  const more = people.length - SHOWN_MAX;
  if (people.length === 0) return null;
  return (
    <ul className={styles.crew} aria-label={t`At the console now`}>
      {people.slice(0, SHOWN_MAX).map(({ staff_id: id, name, role, editing }) => {
        const title = `${name} · ${roleName(role)}`;
        return (
          <li key={id} title={editing === null ? title : t`${title} · editing`}>
            <Avatar name={name} />
            <VisuallyHidden>{title}</VisuallyHidden>
          </li>
        );
      })}
      {more > 0 ? <li className={styles.more}>+{more}</li> : null}
    </ul>
  );
}
