import { Trans, useLingui } from '@lingui/react/macro';
import type { Show, StaffPresence } from '@sangwian/contract/endpoints/operator/show';
import { formatTime } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import { useState } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { useRoleName } from '../../shared/session/role-name.ts';
import { useMe } from '../../shared/session/session-store.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import base from './base.module.css';
import styles from './crew-panel.module.css';
import { usePlaceName } from './place-name.ts';

function ActsDialog({ show, onClose }: { readonly show: Show; readonly onClose: () => void }) {
  const { t } = useLingui();
  const names = useNames();
  const orderOf = new Map(show.bouts.map((bout) => [bout.match_live_id, bout.order]));
  return (
    <Dialog
      title={t`What happened`}
      onClose={onClose}
      actions={
        <Button keys="Escape" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <DialogBody>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by the keyboard, too. */}
        <ol className={styles.acts} tabIndex={0}>
          {show.acts.map((act) => {
            const order = act.match_live_id === null ? undefined : orderOf.get(act.match_live_id);
            return (
              <li key={act.show_action_id}>
                <time dateTime={act.at}>{formatTime(Date.parse(act.at))}</time>
                <span>
                  <b>{act.by}</b> {names.act(act.action)}
                  {order === undefined ? null : (
                    <span className={styles.role}>
                      {' '}
                      · <Trans>Bout {order}</Trans>
                    </span>
                  )}
                </span>
              </li>
            );
          })}
        </ol>
      </DialogBody>
    </Dialog>
  );
}

const EditingOn = ({ place }: { readonly place: string }) => <Trans>Editing in {place}</Trans>;

interface Props {
  readonly show: Show;
  readonly people: readonly StaffPresence[];
}

/** The staff at the console with their current places, and the log of acts. */
export function CrewPanel({ show, people }: Props) {
  const { t } = useLingui();
  const me = useMe();
  const roleName = useRoleName();
  const placeName = usePlaceName();
  const [isOpen, setOpen] = useState(false);
  useCommands([
    { id: 'acts', label: t`What happened`, group: t`Tonight`, keys: 'Y', run: () => setOpen(true) },
  ]);
  return (
    <section className={classNames(base.panel, styles.crew)} aria-labelledby="tonight-crew">
      <div className={base.head}>
        <h2 id="tonight-crew">
          <Trans>On duty</Trans>
        </h2>
        <span className={base.gap} />
        <Button variant="quiet" size="small" keys="Y" onClick={() => setOpen(true)}>
          <Trans>What happened</Trans>
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must scroll by the keyboard, too. */}
      <ul aria-labelledby="tonight-crew" tabIndex={0}>
        {people.map(({ staff_id: id, name, role, place, editing }) => (
          <li key={id}>
            <Avatar name={name} />
            <span className={base.clip}>
              <b>{name}</b> <span className={styles.role}>{roleName(role)}</span>
              <br />
              {editing === null ? placeName(place) : <EditingOn place={placeName(place)} />}
            </span>
            {id === me.staff_id ? (
              <Chip>
                <Trans>you</Trans>
              </Chip>
            ) : null}
          </li>
        ))}
      </ul>
      {isOpen ? <ActsDialog show={show} onClose={() => setOpen(false)} /> : null}
    </section>
  );
}
