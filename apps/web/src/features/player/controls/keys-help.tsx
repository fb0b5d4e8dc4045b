import { useLingui } from '@lingui/react/macro';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import styles from './keys-help.module.css';

interface KeysHelpProps {
  readonly onClose: () => void;
  /** Whether the key for live is listed; a replay has no such key. */
  readonly live?: boolean;
}

export function KeysHelp({ onClose, live = true }: KeysHelpProps) {
  const { t } = useLingui();
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['K', t`Space bar`], t`Play or pause`],
    [['J', '←'], t`10 seconds back`],
    [['L', '→'], t`10 seconds forward`],
    [['Home'], t`Back to the earliest moment`],
    ...(live ? [[['End'], t`Go to live`] as const] : []),
    [['M'], t`Mute or unmute`],
    [['↑', '↓'], t`Volume up or down`],
    [['F'], t`Full screen`],
    [['P'], t`Picture in picture`],
    [['?'], t`Show this list`],
  ];
  return (
    <ClosableDialog title={t`Keyboard shortcuts`} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([keys, action]) => (
          <div key={action} className={styles.row}>
            <dt className={styles.pair}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <p
        className={styles.hint}
      >{t`Space, arrow keys, Home and End work while the player has focus.`}</p>
    </ClosableDialog>
  );
}
