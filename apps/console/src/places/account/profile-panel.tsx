import { useLingui } from '@lingui/react/macro';
import { useRoleName, useRoleTask } from '../../shared/session/role-name.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import styles from './account-place.module.css';

/** The name of the signed-in person, and what the role may do. */
export function ProfilePanel() {
  const { t } = useLingui();
  const me = useMe();
  const roleName = useRoleName();
  const roleTask = useRoleTask();
  return (
    <Panel title={t`Account`} actions={<Chip>{roleName(me.role)}</Chip>}>
      <PanelBody>
        <div className={styles.who}>
          <Avatar name={me.name} size={48} />
          <div>
            <p className={styles.name}>{me.name}</p>
            <p className={styles.weak}>{me.email}</p>
          </div>
        </div>
        <p className={styles.weak}>{roleTask(me.role)}</p>
      </PanelBody>
    </Panel>
  );
}
