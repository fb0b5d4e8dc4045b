import { Trans, useLingui } from '@lingui/react/macro';
import {
  type EventBout,
  type EventFile,
  operatorProgrammeEndpoints,
} from '@sangwian/contract/endpoints/operator/programme';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { fromBangkokInput, toBangkokInput } from '../../shared/forms/bangkok-input.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { CheckField, Field, SelectField } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import { FighterPick, type PickedFighter } from './fighter-pick.tsx';
import { convertedResolver } from './form-values.ts';
import { useNameOf, useNameOptions } from './use-name-of.ts';
import { useStaleTexts } from './use-stale-texts.ts';

/** Default time for a bout and the fighters' walk to the ring. */
const BOUT_MS = 30 * 60_000;
const ROUNDS = 5;

interface Values {
  red_fighter_id: string;
  blue_fighter_id: string;
  division_id: string;
  weight_pounds: number;
  rounds: number;
  main_event: boolean;
  starts_at: string;
}

const schema = operatorProgrammeEndpoints['POST /operator/event/{program_id}/bout'].body;
const convert = (values: Values, version: number) => ({
  ...values,
  version,
  weight_pounds: Number(values.weight_pounds),
  rounds: Number(values.rounds),
  starts_at: fromBangkokInput(values.starts_at),
});

function defaultsOf(event: EventFile, bout: EventBout | undefined): Values {
  const last = event.bouts.at(-1);
  const next =
    last === undefined
      ? event.starts_at
      : new Date(Date.parse(last.starts_at) + BOUT_MS).toISOString();
  return {
    red_fighter_id: bout?.red.fighter_id ?? '',
    blue_fighter_id: bout?.blue.fighter_id ?? '',
    division_id: bout?.division.id ?? '',
    weight_pounds: bout?.weight_pounds ?? 126,
    rounds: bout?.rounds ?? ROUNDS,
    main_event: bout?.main_event ?? false,
    starts_at: toBangkokInput(bout?.starts_at ?? next),
  };
}

interface BoutDialogProps {
  readonly event: EventFile;
  /** The bout to change; `undefined`: add a new one. */
  readonly bout?: EventBout | undefined;
  readonly onClose: () => void;
}

/** Adds a bout at the end of the card, or changes a bout that has not begun. */
export default function BoutDialog({ event, bout, onClose }: BoutDialogProps) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const divisions = useNameOptions('division');
  const [red, setRed] = useState<PickedFighter | null>(bout?.red ?? null);
  const [blue, setBlue] = useState<PickedFighter | null>(bout?.blue ?? null);
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: defaultsOf(event, bout),
    resolver: convertedResolver(schema, (values: Values) =>
      convert(values, bout?.version ?? event.version),
    ),
    topic: 'programme',
    version: bout?.version ?? event.version,
    send: async (body, version) => {
      if (bout === undefined) {
        const params = { program_id: event.program_id };
        await callStaff('POST /operator/event/{program_id}/bout', {
          params,
          body: { ...body, version },
        });
      } else {
        await callStaff('PUT /operator/match/{match_id}', {
          params: { match_id: bout.match_id },
          body: { ...body, version },
        });
      }
      await queryClient.invalidateQueries({ queryKey: ['programme'] });
      onClose();
    },
  });
  const fighters = [bout?.red, bout?.blue].flatMap((fighter) =>
    fighter === undefined ? [] : [{ value: fighter.fighter_id, label: nameOf(fighter.name) }],
  );
  const staleTexts = useStaleTexts({
    division_id: divisions,
    red_fighter_id: fighters,
    blue_fighter_id: fighters,
  });
  const pick = (corner: 'red' | 'blue') => (fighter: PickedFighter & { division_id?: string }) => {
    (corner === 'red' ? setRed : setBlue)(fighter);
    form.setValue(`${corner}_fighter_id`, fighter.fighter_id);
    if (fighter.division_id !== undefined && form.getValues('division_id') === '')
      form.setValue('division_id', fighter.division_id);
  };
  return (
    <SaveDialog
      subject={bout && `bout:${bout.match_id}`}
      title={bout === undefined ? t`Add a bout` : t`Edit the bout`}
      action={bout === undefined ? <Trans>Add the bout</Trans> : <Trans>Save the bout</Trans>}
      {...staleTexts}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
        <FighterPick
          label={t`Red corner`}
          picked={red}
          error={errorOf('red_fighter_id')}
          onPick={pick('red')}
        />
        <FighterPick
          label={t`Blue corner`}
          picked={blue}
          error={errorOf('blue_fighter_id')}
          onPick={pick('blue')}
        />
        <SelectField
          label={t`Division`}
          key={divisions.length}
          options={[{ value: '', label: t`Choose` }, ...divisions]}
          error={errorOf('division_id')}
          {...form.register('division_id')}
        />
        <Field
          label={t`Weight in pounds`}
          type="number"
          error={errorOf('weight_pounds')}
          {...form.register('weight_pounds')}
        />
        <Field
          label={t`Rounds`}
          type="number"
          error={errorOf('rounds')}
          {...form.register('rounds')}
        />
        <Field
          label={t`Begins (Bangkok time)`}
          type="datetime-local"
          error={errorOf('starts_at')}
          {...form.register('starts_at')}
        />
      </div>
      <CheckField label={t`Main event`} {...form.register('main_event')} />
    </SaveDialog>
  );
}
