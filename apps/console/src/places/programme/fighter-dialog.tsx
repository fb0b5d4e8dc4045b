import { Trans, useLingui } from '@lingui/react/macro';
import {
  operatorRosterEndpoints,
  type RosterFighter,
} from '@sangwian/contract/endpoints/operator/roster';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import { convertedResolver } from './form-values.ts';
import { useNameOptions } from './use-name-of.ts';
import { useStaleTexts } from './use-stale-texts.ts';

const TEXTS = [
  'name_th',
  'name_en',
  'nickname_th',
  'nickname_en',
  'gym_id',
  'division_id',
  'province_th',
  'province_en',
  'born_on',
] as const;

type Values = Record<(typeof TEXTS)[number], string> & {
  dominant_hand: 'right' | 'left';
  height_cm: number;
  weight_pounds: number;
};

const convert = (values: Values) => ({
  ...values,
  height_cm: Number(values.height_cm),
  weight_pounds: Number(values.weight_pounds),
});

const defaultsOf = (fighter: RosterFighter | undefined): Values => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, fighter?.[name] ?? ''])) as Record<
    (typeof TEXTS)[number],
    string
  >),
  dominant_hand: fighter?.dominant_hand ?? 'right',
  height_cm: fighter?.height_cm ?? 170,
  weight_pounds: fighter?.weight_pounds ?? 126,
});

interface FighterDialogProps {
  /** The fighter to change; `undefined`: add a new one. */
  readonly fighter?: RosterFighter | undefined;
  readonly onSaved: (fighter: RosterFighter) => void;
  readonly onClose: () => void;
}

/** Adds or changes a fighter. */
export default function FighterDialog({ fighter, onSaved, onClose }: FighterDialogProps) {
  const { t } = useLingui();
  const gyms = useNameOptions('gym');
  const divisions = useNameOptions('division');
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: defaultsOf(fighter),
    resolver: convertedResolver(operatorRosterEndpoints['POST /operator/fighter'].body, convert),
    topic: 'programme',
    version: fighter?.version,
    send: async (body, version) => {
      const { data } =
        fighter === undefined
          ? await callStaff('POST /operator/fighter', { body })
          : await callStaff('PUT /operator/fighter/{fighter_id}', {
              params: { fighter_id: fighter.fighter_id },
              body: { ...body, version },
            });
      await queryClient.invalidateQueries({ queryKey: ['programme'] });
      onClose();
      onSaved(data);
    },
  });
  const bind = (name: keyof Values) => ({ error: errorOf(name), ...form.register(name) });
  const staleTexts = useStaleTexts({ gym_id: gyms, division_id: divisions });
  const choose = { value: '', label: t`Choose` };
  return (
    <SaveDialog
      subject={fighter && `fighter:${fighter.fighter_id}`}
      title={fighter === undefined ? t`New fighter` : t`Edit the fighter`}
      action={
        fighter === undefined ? <Trans>Add the fighter</Trans> : <Trans>Save the fighter</Trans>
      }
      {...staleTexts}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
        <Field label={t`Ring name in Thai`} {...bind('name_th')} />
        <Field label={t`Ring name in English`} {...bind('name_en')} />
        <Field label={t`Nickname in Thai`} {...bind('nickname_th')} />
        <Field label={t`Nickname in English`} {...bind('nickname_en')} />
        <SelectField
          label={t`Gym`}
          key={`g${gyms.length}`}
          options={[choose, ...gyms]}
          {...bind('gym_id')}
        />
        <SelectField
          label={t`Division`}
          key={`d${divisions.length}`}
          options={[choose, ...divisions]}
          {...bind('division_id')}
        />
        <Field label={t`Province in Thai`} {...bind('province_th')} />
        <Field label={t`Province in English`} {...bind('province_en')} />
        <SelectField
          label={t`Dominant hand`}
          options={[
            { value: 'right', label: t`Right` },
            { value: 'left', label: t`Left` },
          ]}
          {...bind('dominant_hand')}
        />
        <Field label={t`Date of birth`} type="date" {...bind('born_on')} />
        <Field label={t`Height in cm`} type="number" {...bind('height_cm')} />
        <Field label={t`Weight in pounds`} type="number" {...bind('weight_pounds')} />
      </div>
    </SaveDialog>
  );
}
