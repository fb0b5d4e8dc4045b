import { useLingui } from '@lingui/react/macro';
import { ClosableDialog } from '../../../shared/dialogs/closable-dialog.tsx';
import styles from './keys-help.module.css';

/** Every key of the player, and what it does. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const rows: readonly (readonly [readonly string[], string])[] = [
    [['K', t`Space bar`], t`Play or pause`],
    [['J', '←'], t`10 seconds back`],
    [['L', '→'], t`10 seconds forward`],
    [['Home'], t`As far back as possible`],
    [['End'], t`Go to live`],
    [['M'], t`Sound on or off`],
    [['↑', '↓'], t`Louder or softer`],
    [['F'], t`Full screen`],
    [['P'], t`Picture in picture`],
    [['?'], t`This list`],
  ];
  return (
    <ClosableDialog title={t`Keyboard`} onClose={onClose}>
      <dl className={styles.keys}>
        {rows.map(([keys, what]) => (
          <div key={what} className={styles.row}>
            <dt className={styles.pair}>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p
        className={styles.hint}
      >{t`Space, arrows, Home and End work while the picture has the focus.`}</p>
    </ClosableDialog>
  );
}
