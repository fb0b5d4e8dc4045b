import { Trans, useLingui } from '@lingui/react/macro';
import { Copy } from 'lucide-react';
import { useCopy } from '../../shared/toasts/use-copy.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';

export interface SentLink {
  readonly name: string;
  readonly email: string;
  readonly link: string;
  /** Whether the link is also sent by e-mail. */
  readonly is_mailed: boolean;
}

interface InvitationLinkProps extends SentLink {
  readonly onClose: () => void;
}

/** The link of a new invitation, which is shown once. */
export function InvitationLink({ name, email, link, is_mailed, onClose }: InvitationLinkProps) {
  const { t } = useLingui();
  const copy = useCopy();
  return (
    <Dialog
      title={t`The invitation of ${name} is ready`}
      description={t`Send this link only to this person. It works once and is not shown again.`}
      onClose={onClose}
      actions={
        <>
          <Button size="big" icon={Copy} onClick={() => copy(link)}>
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
          hint={is_mailed ? t`It goes to ${email} by e-mail as well.` : undefined}
          onFocus={(event) => event.currentTarget.select()}
        />
      </DialogBody>
    </Dialog>
  );
}
