import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { RequestOf } from '@sangwian/contract/contract';
import {
  type EventFile,
  operatorProgrammeEndpoints,
} from '@sangwian/contract/endpoints/operator/programme';
import { useQuery } from '@tanstack/react-query';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { fromBangkokInput, toBangkokInput } from '../../shared/forms/bangkok-input.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { CheckField, Field, SelectField } from '../../shared/ui/field.tsx';
import { convertedResolver } from './form-values.ts';
import { useStaleTexts } from './use-stale-texts.ts';

interface Values {
  starts_at: string;
  price_coins: string;
  replay_price_coins: string;
  replay_days: string;
  channel_id: string;
  external: boolean;
}

const schema = operatorProgrammeEndpoints['PUT /operator/event/{program_id}/live'].body;
const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text));
const convert = (values: Values, version: number) => ({
  ...values,
  version,
  starts_at: fromBangkokInput(values.starts_at),
  price_coins: numberOrNull(values.price_coins),
  replay_price_coins: numberOrNull(values.replay_price_coins),
  replay_days: numberOrNull(values.replay_days),
  channel_id: values.channel_id === '' ? null : values.channel_id,
});

interface LiveDialogProps {
  readonly event: EventFile;
  readonly onClose: () => void;
}

/** Sets the time, the price and the channel of an event's broadcast. */
export default function LiveDialog({ event, onClose }: LiveDialogProps) {
  const { t } = useLingui();
  const { live } = event;
  const channels = useQuery(staffQuery('GET /operator/channel', {}, 'programme'));
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: {
      starts_at: toBangkokInput(live?.starts_at ?? event.starts_at),
      price_coins: String(live?.price_coins ?? ''),
      replay_price_coins: String(live?.replay_price_coins ?? ''),
      replay_days: String(live?.replay_days ?? ''),
      channel_id: live?.channel_id ?? '',
      external: live?.external ?? false,
    },
    resolver: convertedResolver(schema, (values: Values) => convert(values, event.version)),
    topic: 'programme',
    version: event.version,
    send: async (values, version) => {
      // The resolver has already converted the texts to the contract's values.
      const body = values as unknown as RequestOf<'PUT /operator/event/{program_id}/live'>['body'];
      const params = { program_id: event.program_id };
      await callStaff('PUT /operator/event/{program_id}/live', {
        params,
        body: { ...body, version },
      });
      await queryClient.invalidateQueries({ queryKey: ['programme'] });
      onClose();
    },
  });
  const staleTexts = useStaleTexts();
  const paid = t`${plural(live?.unlock_coins ?? 0, { one: '# coin', other: '# coins' })}`;
  const options = (channels.data?.channels ?? []).map(({ channel_id: id }) => ({
    value: id,
    label: id,
  }));
  return (
    <SaveDialog
      title={t`Broadcast`}
      description={
        live === null || live.unlocks === 0 ? undefined : (
          <Plural
            value={live.unlocks}
            one={`# fan has paid ${paid} and keeps the access.`}
            other={`# fans have paid ${paid} and keep the access.`}
          />
        )
      }
      action={<Trans>Save the broadcast</Trans>}
      {...staleTexts}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <Field
        label={t`Begins (Bangkok time)`}
        type="datetime-local"
        error={errorOf('starts_at')}
        {...form.register('starts_at')}
      />
      <Field
        label={t`Price in coins`}
        hint={t`Empty: free for everybody.`}
        inputMode="numeric"
        error={errorOf('price_coins')}
        {...form.register('price_coins')}
      />
      <Field
        label={t`Replay price in coins`}
        hint={t`Empty: the price above. 0: free.`}
        inputMode="numeric"
        error={errorOf('replay_price_coins')}
        {...form.register('replay_price_coins')}
      />
      <Field
        label={t`Replay for days`}
        hint={t`Empty: the default. 0: not recorded.`}
        inputMode="numeric"
        error={errorOf('replay_days')}
        {...form.register('replay_days')}
      />
      <SelectField
        key={options.length}
        label={t`Channel`}
        options={[{ value: '', label: t`None yet` }, ...options]}
        error={errorOf('channel_id')}
        {...form.register('channel_id')}
      />
      <CheckField label={t`Partners may show it`} {...form.register('external')} />
    </SaveDialog>
  );
}
