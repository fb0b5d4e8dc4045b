import { Trans, useLingui } from '@lingui/react/macro';
import { useBackCloses } from '@sangwian/ui/back-layers';
import { visuallyHiddenClass } from '@sangwian/ui/visually-hidden';
import { Command } from 'cmdk';
import { Lock } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { commandStore } from '../../shared/commands/commands.ts';
import { useStore } from '../../shared/store.ts';
import { Keys } from '../../shared/ui/keys.tsx';
import { closeLayer } from '../layers.ts';
import styles from './command-palette.module.css';

/** A searchable list of all commands of the open place and of the shell. */
export default function CommandPalette() {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const commands = useStore(commandStore).filter(({ keyOnly }) => keyOnly !== true);
  const groups = Map.groupBy(commands, ({ group }) => group);
  useBackCloses(closeLayer);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.palette} aria-label={t`Commands`} onClose={closeLayer}>
      <Command loop label={t`Commands`}>
        <Command.Input
          className={styles.input}
          placeholder={t`Search or run a command`}
          autoFocus
        />
        <Command.List className={styles.list}>
          <Command.Empty className={styles.empty}>
            <Trans>Nothing matches</Trans>
          </Command.Empty>
          {[...groups].map(([group, items]) => (
            <Command.Group key={group} heading={group} className={styles.group}>
              {items.map(({ id, label, icon: Icon, keys, hold, disabled, run }) => (
                <Command.Item
                  key={id}
                  value={`${group} ${label}`}
                  disabled={disabled === true}
                  className={styles.item}
                  onSelect={() => {
                    closeLayer();
                    run();
                  }}
                >
                  {Icon ? (
                    <Icon size={16} aria-hidden="true" />
                  ) : (
                    <span className={styles.noIcon} />
                  )}
                  <span className={styles.label}>{label}</span>
                  {disabled ? (
                    <>
                      <Lock size={14} aria-hidden="true" />
                      <span className={visuallyHiddenClass}>
                        <Trans>not possible now</Trans>
                      </span>
                    </>
                  ) : null}
                  {keys ? <Keys name={keys} hold={hold === true} /> : null}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </dialog>
  );
}
