import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';

interface InvitationLinkProps {
  readonly name: string;
  readonly link: string;
  readonly onClose: () => void;
}

/** The link of a new invitation: shown once. */
export function InvitationLink({ name, link, onClose }: InvitationLinkProps) {
  const { t } = useLingui();
  const copy = () =>
    void navigator.clipboard.writeText(link).then(
      () => showToast('done', t`Copied`),
      () => showToast('problem', t`This browser does not allow copying`),
    );
  return (
    <Dialog
      title={t`The invitation of ${name} is ready`}
      description={t`Send this link only to this person. It works once and is not shown again.`}
      onClose={onClose}
      actions={
        <>
          <Button size="big" icon={Copy} onClick={copy}>
            <Trans>Copy the link</Trans>
          </Button>
          <ActionsGap />
          <Button variant="primary" size="big" onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        <Field
          label={t`Link`}
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </DialogBody>
    </Dialog>
  );
}
