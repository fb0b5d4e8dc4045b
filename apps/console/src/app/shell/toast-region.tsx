import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { Check, TriangleAlert, X } from 'lucide-react';
import { useCommands } from '../../shared/commands/commands.ts';
import { useStore } from '../../shared/store.ts';
import { dismissToast, toastStore } from '../../shared/toasts/toasts.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import styles from './toast-region.module.css';

/** Shows messages at the bottom of the screen. `Z` runs the action of the last message that has one, usually Undo. */
export function ToastRegion() {
  const { t } = useLingui();
  const toasts = useStore(toastStore);
  const undoable = toasts.findLast(({ action }) => action !== undefined);
  const undo = () => {
    if (undoable === undefined) return;
    dismissToast(undoable.id);
    undoable.action?.run();
  };
  useCommands(
    undoable?.action
      ? [{ id: 'undo', label: undoable.action.label, group: t`Console`, keys: 'Z', run: undo }]
      : [],
  );
  return (
    <section className={styles.region} aria-label={t`Messages`} aria-live="polite">
      {toasts.map(({ id, kind, text, action }) => (
        <div key={id} className={classNames(styles.toast, kind === 'problem' && styles.problem)}>
          {kind === 'problem' ? (
            <TriangleAlert size={16} aria-hidden="true" />
          ) : (
            <Check size={16} aria-hidden="true" />
          )}
          <span className={styles.text}>{text}</span>
          {action ? (
            <Button
              size="small"
              {...(id === undoable?.id ? { keys: 'Z' } : {})}
              onClick={() => {
                dismissToast(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          ) : null}
          <IconButton icon={X} label={t`Dismiss`} onClick={() => dismissToast(id)} />
        </div>
      ))}
    </section>
  );
}
