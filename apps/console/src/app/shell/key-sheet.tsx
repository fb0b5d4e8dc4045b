import { Trans, useLingui } from '@lingui/react/macro';
import { commandStore } from '../../shared/commands/commands.ts';
import { useStore } from '../../shared/store.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Keys } from '../../shared/ui/keys.tsx';
import { closeLayer, layerStore } from '../layers.ts';
import styles from './key-sheet.module.css';

/** Lists the keyboard shortcuts of the current page. */
export function KeySheet() {
  const { t } = useLingui();
  const isOpen = useStore(layerStore) === 'keys';
  const commands = useStore(commandStore);
  if (!isOpen) return null;
  const groups = Map.groupBy(
    commands.filter(({ keys, inDialogs }) => keys !== undefined && inDialogs !== true),
    ({ group }) => group,
  );
  return (
    <Dialog
      title={t`Keyboard shortcuts`}
      description={t`While you type in a field, only shortcuts with Ctrl work. Escape closes a dialog without changing anything.`}
      onClose={closeLayer}
      actions={
        <>
          <ActionsGap />
          <Button size="big" keys="Escape" onClick={closeLayer}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        {[...groups].map(([group, items]) => (
          <section key={group}>
            <h3 className={styles.group}>{group}</h3>
            <dl className={styles.keys}>
              {items.map(({ id, label, keys, hold }) => (
                <div key={id} className={styles.row}>
                  <dt>{label}</dt>
                  <dd>{keys ? <Keys name={keys} hold={hold === true} /> : null}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </DialogBody>
    </Dialog>
  );
}
