import { useLingui } from '@lingui/react/macro';
import type { ChatRole } from '@sangwian/contract/endpoints/live';
import { classNames } from '@sangwian/ui/class-names';
import styles from './role-badge.module.css';

export function RoleBadge({ role }: { readonly role: ChatRole }) {
  const { t } = useLingui();
  const names: Readonly<Record<ChatRole, string>> = {
    admin: t`Admin`,
    moderator: t`Moderator`,
    partner: t`Partner`,
  };
  return <span className={classNames(styles.badge, styles[role])}>{names[role]}</span>;
}
