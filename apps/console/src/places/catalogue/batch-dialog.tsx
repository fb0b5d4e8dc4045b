import { Trans, useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useQuery } from '@tanstack/react-query';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { fromBangkokInput } from '../../shared/forms/bangkok-input.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { showToast } from '../../shared/toasts/toasts.ts';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';

const NAME_CHARS_MAX = 64;
const NOTE_CHARS_MAX = 500;
const CODES_MAX = 10_000;
const COINS_MAX = 1_000_000;
const USES_MAX = 1_000_000_000;
const LIVE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Values {
  name: string;
  form: 'many' | 'one';
  prefix: string;
  count: string;
  code: string;
  kind: 'coin' | 'live';
  coins: string;
  live: string;
  uses: string;
  perDay: string;
  perMember: 'once' | 'daily';
  starts: string;
  expires: string;
  note: string;
}

const EMPTY: Values = {
  name: '',
  form: 'many',
  prefix: '',
  count: '10',
  code: '',
  kind: 'coin',
  coins: '50',
  live: '',
  uses: '1',
  perDay: '',
  perMember: 'once',
  starts: '',
  expires: '',
  note: '',
};

const timeOf = (typed: string): string | undefined =>
  typed === '' ? undefined : fromBangkokInput(typed);

const numberOf = (typed: string): number | undefined => (typed === '' ? undefined : Number(typed));

const isWhole = (typed: string, max: number): boolean =>
  /^\d+$/.test(typed) && Number(typed) >= 1 && Number(typed) <= max;

/** Returns the request body without the fields that were left empty. */
function bodyOf(values: Values) {
  const parts = {
    coins: values.kind === 'coin' ? Number(values.coins) : undefined,
    program_live_id: values.kind === 'live' && values.live ? values.live.trim() : undefined,
    code: values.form === 'one' ? values.code : undefined,
    prefix: values.form === 'many' ? values.prefix.trim().toUpperCase() : undefined,
    count: values.form === 'many' ? Number(values.count) : undefined,
    uses_max: numberOf(values.uses),
    uses_per_day_max: numberOf(values.perDay),
    starts_at: timeOf(values.starts),
    expires_at: timeOf(values.expires),
  };
  const given = Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== undefined),
  ) as { [Name in keyof typeof parts]?: Exclude<(typeof parts)[Name], undefined> };
  return {
    ...given,
    name: values.name,
    kind: values.kind,
    per_member: values.perMember,
    note: values.note,
  };
}

/**
 * Returns whether the codes can give out more coins than the person may still give without a second person's approval.
 */
function isAbove(leftCoins: number, { kind, form, coins, count, uses }: Values): boolean {
  if (kind === 'live') return false;
  return (
    uses === '' || Number(coins) * (form === 'many' ? Number(count) : 1) * Number(uses) > leftCoins
  );
}

interface BatchDialogProps {
  readonly onClose: () => void;
  readonly onMade: (batchId: string) => void;
}

/** Creates a batch: many random codes, or one code with a chosen text. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most lines are one tree of JSX markup.
export default function BatchDialog({ onClose, onMade }: BatchDialogProps) {
  const { t } = useLingui();
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: EMPTY,
    fields: { code_batch_exists: 'name', code_exists: 'code', live_not_found: 'live' },
    send: async (values) => {
      const body = bodyOf(values) as Parameters<
        typeof callStaff<'POST /operator/code/batch'>
      >[1]['body'];
      const { data } = await callStaff('POST /operator/code/batch', { body });
      await queryClient.invalidateQueries({ queryKey: ['catalogue'] });
      showToast(
        'done',
        data.waiting ? t`${data.name} waits for a second person` : t`${data.name} is ready`,
      );
      onMade(data.batch_id);
    },
  });
  const shown = form.watch();
  const limit = useQuery(staffQuery('GET /operator/adjustment/limit', {}, 'catalogue'));
  const needsSecond = limit.data !== undefined && isAbove(limit.data.left_coins, shown);
  const isFilled = (text: string) => text.trim() !== '' || t`Fill this in`;
  const whole = (max: number) => (text: string) =>
    isWhole(text, max) || t`A whole number from 1 to ${max}`;
  const wholeOrEmpty = (text: string) =>
    text === '' || isWhole(text, USES_MAX) || t`A whole number, or nothing`;
  return (
    <SaveDialog
      title={t`New codes`}
      description={
        shown.form === 'many'
          ? t`Twelve letters and digits that cannot be guessed. They are exported once, as a file.`
          : t`A word can be guessed: give it a limit and an end.`
      }
      action={<Trans>Create the codes</Trans>}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
        <Field
          label={t`Name of the batch`}
          autoComplete="off"
          maxLength={NAME_CHARS_MAX}
          error={errorOf('name')}
          {...form.register('name', { validate: isFilled })}
        />
        <SelectField
          label={t`Codes`}
          options={[
            { value: 'many', label: t`Many, generated` },
            { value: 'one', label: t`One, with a text` },
          ]}
          {...form.register('form')}
        />
      </div>
      {shown.form === 'many' ? (
        <div className={layout.pair}>
          <Field
            label={t`Prefix`}
            hint={t`Letters and digits, such as KICK`}
            autoComplete="off"
            maxLength={16}
            error={errorOf('prefix')}
            {...form.register('prefix', {
              validate: (text) =>
                /^[a-z0-9]{1,16}$/i.test(text.trim()) || t`Letters A to Z and digits`,
            })}
          />
          <Field
            label={t`Number of codes`}
            inputMode="numeric"
            autoComplete="off"
            error={errorOf('count')}
            {...form.register('count', { validate: whole(CODES_MAX) })}
          />
        </div>
      ) : (
        <Field
          label={t`Code`}
          hint={t`At least four letters or digits`}
          autoComplete="off"
          maxLength={NAME_CHARS_MAX}
          error={errorOf('code')}
          {...form.register('code', {
            validate: (text) =>
              text.replace(/[\s_-]/g, '').length >= 4 || t`At least four letters or digits`,
          })}
        />
      )}
      <div className={layout.pair}>
        <SelectField
          label={t`Gives`}
          options={[
            { value: 'coin', label: t`Coins` },
            { value: 'live', label: t`A premium live` },
          ]}
          {...form.register('kind')}
        />
        {shown.kind === 'coin' ? (
          <Field
            label={t`Coins`}
            inputMode="numeric"
            autoComplete="off"
            error={errorOf('coins')}
            {...form.register('coins', { validate: whole(COINS_MAX) })}
          />
        ) : (
          <Field
            label={t`Id of the live`}
            hint={t`From the live’s address; empty: any premium live`}
            autoComplete="off"
            error={errorOf('live')}
            {...form.register('live', {
              validate: (text) => text.trim() === '' || LIVE_ID.test(text.trim()) || t`Check this`,
            })}
          />
        )}
      </div>
      <div className={layout.pair}>
        <Field
          label={t`Uses of each code`}
          hint={t`Empty: any number of members`}
          inputMode="numeric"
          autoComplete="off"
          error={errorOf('uses')}
          {...form.register('uses', { validate: wholeOrEmpty })}
        />
        <Field
          label={t`Uses a day`}
          hint={t`Of all members; empty: no limit`}
          inputMode="numeric"
          autoComplete="off"
          error={errorOf('perDay')}
          {...form.register('perDay', { validate: wholeOrEmpty })}
        />
      </div>
      <SelectField
        label={t`Each member`}
        options={[
          { value: 'once', label: t`once` },
          { value: 'daily', label: t`once a day` },
        ]}
        {...form.register('perMember')}
      />
      <div className={layout.pair}>
        <Field
          label={t`From (Bangkok)`}
          type="datetime-local"
          error={errorOf('starts')}
          {...form.register('starts')}
        />
        <Field
          label={t`Until (Bangkok)`}
          type="datetime-local"
          error={errorOf('expires')}
          {...form.register('expires', {
            validate: (text) =>
              text === '' || shown.starts === '' || text > shown.starts || t`After the beginning`,
          })}
        />
      </div>
      <Field
        label={t`Note for staff`}
        autoComplete="off"
        maxLength={NOTE_CHARS_MAX}
        error={errorOf('note')}
        {...form.register('note', { validate: (text) => !needsSecond || isFilled(text) })}
      />
      {needsSecond ? (
        <p>
          <Trans>
            You can give {formatCoins(limit.data?.left_coins ?? 0)} more coins alone today. Another
            person has to approve these codes: say in the note what they are for.
          </Trans>
        </p>
      ) : null}
    </SaveDialog>
  );
}
