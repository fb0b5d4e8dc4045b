import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { UserRoundPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useRoleName } from '../../shared/session/role-name.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import { InviteDialog } from './invite-dialog-lazy.tsx';
import styles from './people-page.module.css';
import type { Person } from './person-dialog.tsx';

/** The form library loads with the dialog, not with the list. */
const PersonDialog = lazy(() => import('./person-dialog.tsx'));

interface PersonRowProps {
  readonly person: Person;
  readonly onEdit: () => void;
}

function PersonRow({ person, onEdit }: PersonRowProps) {
  const { t } = useLingui();
  const roleName = useRoleName();
  const me = useMe();
  return (
    <li className={styles.row}>
      <Avatar name={person.name} />
      <div className={styles.who}>
        <strong className={styles.name}>{person.name}</strong>
        <span className={styles.weak}>{person.email ?? t`the owner of the machine`}</span>
      </div>
      <div className={styles.facts}>
        <Chip>{roleName(person.role)}</Chip>
        {person.staff_id === me.staff_id ? <Chip>{t`you`}</Chip> : null}
        {person.deactivated_at === null ? null : <Chip tone="warn">{t`Deactivated`}</Chip>}
      </div>
      <div className={styles.seen}>
        <span>
          {person.last_seen_at === null ? (
            <Trans>never signed in</Trans>
          ) : (
            <Trans>
              seen <Moment at={person.last_seen_at} />
            </Trans>
          )}
        </span>
        <span className={styles.weak}>
          <Plural
            value={person.open_sessions}
            _0="no open session"
            one="# open session"
            other="# open sessions"
          />
        </span>
      </div>
      {person.email === null ? (
        <span />
      ) : (
        <Button variant="quiet" onClick={onEdit} aria-label={t`Manage ${person.name}`}>
          <Trans>Manage…</Trans>
        </Button>
      )}
    </li>
  );
}

/** The list of staff accounts with their roles and sessions. Each row opens the dialog that changes the account. */
export function PeoplePage() {
  const { t } = useLingui();
  const people = useQuery(staffQuery('GET /operator/staff', {}, 'staff'));
  const [editedId, setEditedId] = useState<string | null>(null);
  const [isInviting, setInviting] = useState(false);
  const edited = people.data?.find(({ staff_id }) => staff_id === editedId);
  const invite = () => setInviting(true);
  useCommands([
    {
      id: 'invite',
      label: t`Invite someone`,
      group: t`Staff & audit`,
      icon: UserRoundPlus,
      keys: 'I',
      run: invite,
    },
  ]);
  return (
    <Panel
      title={t`People`}
      note={people.data?.length}
      actions={
        <Button variant="primary" icon={UserRoundPlus} keys="I" onClick={invite}>
          <Trans>Invite someone</Trans>
        </Button>
      }
    >
      <QueryView query={people}>
        {(data) => (
          <ul className={styles.list}>
            {data.map((person) => (
              <PersonRow
                key={person.staff_id}
                person={person}
                onEdit={() => setEditedId(person.staff_id)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      {edited ? (
        <Suspense fallback={null}>
          <PersonDialog key={edited.version} person={edited} onClose={() => setEditedId(null)} />
        </Suspense>
      ) : null}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </Panel>
  );
}
