import { Trans, useLingui } from '@lingui/react/macro';
import {
  type EventFile,
  operatorProgrammeEndpoints,
} from '@sangwian/contract/endpoints/operator/programme';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { fromBangkokInput, toBangkokInput } from '../../shared/forms/bangkok-input.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import { convertedResolver } from './form-values.ts';
import { useNameOptions } from './use-name-of.ts';
import { useStaleTexts } from './use-stale-texts.ts';

interface Values {
  title_th: string;
  title_en: string;
  promotion_id: string;
  stadium_id: string;
  starts_at: string;
}

interface EventDialogProps {
  /** The event to change; `undefined`: create a new one. */
  readonly event?: EventFile;
  readonly onSaved: (event: EventFile) => void;
  readonly onClose: () => void;
}

const convert = (values: Values) => ({ ...values, starts_at: fromBangkokInput(values.starts_at) });

/** Creates or changes an event. */
export default function EventDialog({ event, onSaved, onClose }: EventDialogProps) {
  const { t } = useLingui();
  const promotions = useNameOptions('promotion');
  const stadiums = useNameOptions('stadium');
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: {
      title_th: event?.title.th ?? '',
      title_en: event?.title.en ?? '',
      promotion_id: event?.promotion.id ?? '',
      stadium_id: event?.stadium.id ?? '',
      starts_at: event === undefined ? '' : toBangkokInput(event.starts_at),
    },
    resolver: convertedResolver(operatorProgrammeEndpoints['POST /operator/event'].body, convert),
    topic: 'programme',
    version: event?.version,
    send: async (body, version) => {
      const { data } =
        event === undefined
          ? await callStaff('POST /operator/event', { body })
          : await callStaff('PUT /operator/event/{program_id}', {
              params: { program_id: event.program_id },
              body: { ...body, version },
            });
      await queryClient.invalidateQueries({ queryKey: ['programme'] });
      onClose();
      onSaved(data);
    },
  });
  const staleTexts = useStaleTexts({ promotion_id: promotions, stadium_id: stadiums });
  const choose = { value: '', label: t`Choose` };
  return (
    <SaveDialog
      title={event === undefined ? t`New event` : t`Edit the event`}
      description={t`Fans see it on the programme as soon as it is saved.`}
      action={event === undefined ? <Trans>Create the event</Trans> : <Trans>Save the event</Trans>}
      subject={event && `event:${event.program_id}`}
      {...staleTexts}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
        <Field
          label={t`Title in Thai`}
          error={errorOf('title_th')}
          {...form.register('title_th')}
        />
        <Field
          label={t`Title in English`}
          error={errorOf('title_en')}
          {...form.register('title_en')}
        />
        <SelectField
          label={t`Promotion`}
          options={[choose, ...promotions]}
          error={errorOf('promotion_id')}
          key={`p${promotions.length}`}
          {...form.register('promotion_id')}
        />
        <SelectField
          label={t`Stadium`}
          options={[choose, ...stadiums]}
          error={errorOf('stadium_id')}
          key={`s${stadiums.length}`}
          {...form.register('stadium_id')}
        />
      </div>
      <Field
        label={t`Begins (Bangkok time)`}
        type="datetime-local"
        error={errorOf('starts_at')}
        {...form.register('starts_at')}
      />
    </SaveDialog>
  );
}
