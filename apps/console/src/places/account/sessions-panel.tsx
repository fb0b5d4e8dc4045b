import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { deviceName, isPhone } from '../../shared/device-name.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './account-place.module.css';

/** Where the account is signed in, and the way to end each session. */
export function SessionsPanel() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const sessions = useQuery(staffQuery('GET /operator/session', {}, 'staff'));
  const [endSession, isEnding] = useWrite('DELETE /operator/session/{staff_session_id}');
  const end = async (staff_session_id: string) => {
    await endSession({ params: { staff_session_id } });
    await queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  return (
    <Panel title={t`Sessions`} note={sessions.data?.length}>
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
    </Panel>
  );
}
