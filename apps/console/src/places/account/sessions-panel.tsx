import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { LogOut, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { deviceName, isPhone } from '../../shared/device-name.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './account-place.module.css';

/** The sessions of the account, each with a button that ends it. */
export function SessionsPanel() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const sessions = useQuery(staffQuery('GET /operator/session', {}, 'staff'));
  const [endSession, isEnding] = useWrite('DELETE /operator/session/{staff_session_id}');
  const [endOthers, isEndingOthers] = useWrite('DELETE /operator/session');
  const [isAsking, setAsking] = useState(false);
  const others = (sessions.data ?? []).filter(({ current }) => !current).length;
  const confirm = async () => {
    setAsking(false);
    await endOthers({});
    await queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  const end = async (staff_session_id: string) => {
    await endSession({ params: { staff_session_id } });
    await queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  return (
    <Panel
      title={t`Sessions`}
      note={sessions.data?.length}
      actions={
        others > 0 ? (
          <Button
            variant="quiet"
            size="small"
            icon={LogOut}
            disabled={isEndingOthers || isLocked}
            onClick={() => setAsking(true)}
          >
            <Trans>End all others</Trans>
          </Button>
        ) : null
      }
    >
      <QueryView query={sessions} rows={2}>
        {(data) => (
          <ul>
            {data.map(({ staff_session_id, user_agent, address, last_seen_at, current }) => {
              const Icon = isPhone(user_agent) ? Smartphone : Monitor;
              return (
                <li key={staff_session_id} className={styles.session}>
                  <Icon size={18} aria-hidden="true" />
                  <span>
                    <span className={styles.agent}>{deviceName(user_agent)}</span>
                    <br />
                    <span className={styles.weak}>
                      {address} · <Moment at={last_seen_at} />
                    </span>
                  </span>
                  {current ? (
                    <Chip>
                      <Trans>this one</Trans>
                    </Chip>
                  ) : (
                    <Button
                      variant="quiet"
                      disabled={isEnding || isLocked}
                      onClick={() => void end(staff_session_id)}
                    >
                      <Trans>End</Trans>
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
      {isAsking ? (
        <ConfirmDialog
          title={t`End all other sessions?`}
          description={
            <Plural
              value={others}
              one="# other browser is signed out at once. This one stays."
              other="# other browsers are signed out at once. This one stays."
            />
          }
          action={t`End the others`}
          onConfirm={() => void confirm()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Panel>
  );
}
