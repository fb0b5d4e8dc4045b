import { Trans, useLingui } from '@lingui/react/macro';
import { Copy, Download } from 'lucide-react';
import { saveFile } from '../save-file.ts';
import { showToast } from '../toasts/toasts.ts';
import { Button } from './button.tsx';
import { ActionsGap, Dialog, DialogBody } from './dialog.tsx';
import layout from './place.module.css';

interface SecretDialogProps {
  readonly title: string;
  readonly description: string;
  readonly secret: string;
  /** The name of the file in which the secret can be saved. */
  readonly fileName?: string;
  readonly onClose: () => void;
}

/** Shows a secret once, such as a stream key. */
export function SecretDialog({ title, description, secret, fileName, onClose }: SecretDialogProps) {
  const { t } = useLingui();
  const copy = async () => {
    await navigator.clipboard.writeText(secret);
    showToast('done', t`Copied`);
  };
  const save = (name: string) => saveFile(new Blob([secret], { type: 'text/plain' }), name);
  return (
    <Dialog
      title={title}
      description={description}
      onClose={onClose}
      actions={
        <>
          {/* Browsers offer the clipboard on secure origins only. */}
          {navigator.clipboard === undefined ? null : (
            <Button size="big" icon={Copy} onClick={() => void copy()}>
              <Trans>Copy</Trans>
            </Button>
          )}
          {fileName === undefined ? null : (
            <Button size="big" icon={Download} onClick={() => save(fileName)}>
              <Trans>Save as a file</Trans>
            </Button>
          )}
          <ActionsGap />
          <Button variant="primary" size="big" onClick={onClose}>
            <Trans>I have kept it</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must scroll by the keyboard, too. */}
        <pre className={layout.well} tabIndex={0}>
          {secret}
        </pre>
      </DialogBody>
    </Dialog>
  );
}
