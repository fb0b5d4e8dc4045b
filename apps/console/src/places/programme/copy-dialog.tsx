import { Trans, useLingui } from '@lingui/react/macro';
import {
  type EventFile,
  operatorProgrammeEndpoints,
} from '@sangwian/contract/endpoints/operator/programme';
import { callStaff } from '../../shared/api/call-staff.ts';
import { fromBangkokInput } from '../../shared/forms/bangkok-input.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { CheckField, Field } from '../../shared/ui/field.tsx';
import { convertedResolver } from './form-values.ts';

interface Values {
  starts_at: string;
  with_bouts: boolean;
}

interface CopyDialogProps {
  readonly event: EventFile;
  readonly onCopied: (event: EventFile) => void;
  readonly onClose: () => void;
}

const convert = (values: Values) => ({ ...values, starts_at: fromBangkokInput(values.starts_at) });

/** Copies an event to another date and time. */
export default function CopyDialog({ event, onCopied, onClose }: CopyDialogProps) {
  const { t } = useLingui();
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: { starts_at: '', with_bouts: true },
    resolver: convertedResolver(
      operatorProgrammeEndpoints['POST /operator/event/{program_id}/copy'].body,
      convert,
    ),
    send: async (body) => {
      const params = { program_id: event.program_id };
      const { data } = await callStaff('POST /operator/event/{program_id}/copy', { params, body });
      onClose();
      onCopied(data);
    },
  });
  return (
    <SaveDialog
      title={t`Copy the event`}
      description={t`Results and the broadcast are not copied.`}
      action={<Trans>Copy the event</Trans>}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <Field
        label={t`Begins (Bangkok time)`}
        type="datetime-local"
        error={errorOf('starts_at')}
        {...form.register('starts_at')}
      />
      <CheckField label={t`With its pairings`} {...form.register('with_bouts')} />
    </SaveDialog>
  );
}
