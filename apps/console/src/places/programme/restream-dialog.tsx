import { Trans, useLingui } from '@lingui/react/macro';
import { operatorRestreamEndpoints } from '@sangwian/contract/endpoints/operator/restream';
import { LIMITS } from '@sangwian/contract/limits';
import { callStaff } from '../../shared/api/call-staff.ts';
import { contractResolver } from '../../shared/forms/contract-resolver.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { Field } from '../../shared/ui/field.tsx';

interface Values {
  name: string;
  url: string;
  stream_key: string;
}

interface RestreamDialogProps {
  readonly channelId: string;
  readonly refresh: () => Promise<unknown>;
  readonly onClose: () => void;
}

const ADD = 'POST /operator/channel/{channel_id}/restream';

/** Adds a restream target. Its stream key is never shown again. */
export default function RestreamDialog({ channelId, refresh, onClose }: RestreamDialogProps) {
  const { t } = useLingui();
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: { name: '', url: '', stream_key: '' },
    resolver: contractResolver<Values>(operatorRestreamEndpoints[ADD].body),
    fields: { restream_address_refused: 'url' },
    send: async (body) => {
      await callStaff(ADD, { params: { channel_id: channelId }, body });
      await refresh();
      onClose();
    },
  });
  const bind = (name: keyof Values) => ({ error: errorOf(name), ...form.register(name) });
  return (
    <SaveDialog
      title={t`Add a restream target`}
      description={t`The target is added switched off. Its owner sees whatever is on air.`}
      action={<Trans>Add the target</Trans>}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <Field
        label={t`Name of the target`}
        hint={t`Such as YouTube`}
        autoComplete="off"
        maxLength={LIMITS.restreamNameCharsMax}
        {...bind('name')}
      />
      <Field
        label={t`Server URL`}
        hint={t`rtmp:// or rtmps://, without the stream key`}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={LIMITS.restreamUrlCharsMax}
        {...bind('url')}
      />
      <Field
        label={t`Stream key`}
        hint={t`It is stored encrypted and never shown again.`}
        type="password"
        autoComplete="new-password"
        maxLength={LIMITS.restreamKeyCharsMax}
        {...bind('stream_key')}
      />
    </SaveDialog>
  );
}
