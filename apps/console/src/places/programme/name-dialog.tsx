import { Trans, useLingui } from '@lingui/react/macro';
import {
  type NameKind,
  type NameLine,
  operatorRosterEndpoints,
} from '@sangwian/contract/endpoints/operator/roster';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { SaveDialog } from '../../shared/forms/save-dialog.tsx';
import { useStaffForm } from '../../shared/forms/use-staff-form.ts';
import { Field } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import { convertedResolver } from './form-values.ts';
import { useStaleTexts } from './use-stale-texts.ts';

interface Values {
  name_th: string;
  name_en: string;
  province_th?: string;
  province_en?: string;
  weight_pounds_max?: number;
}

interface NameDialogProps {
  readonly kind: NameKind;
  /** The name to change; `undefined`: add a new one. */
  readonly line: NameLine | null;
  readonly onClose: () => void;
}

const HEAVIEST_POUNDS = 126;

const hasProvince = (kind: NameKind): boolean => kind === 'gym' || kind === 'stadium';

const defaultsOf = (kind: NameKind, line: NameLine | null): Values => ({
  name_th: line?.name.th ?? '',
  name_en: line?.name.en ?? '',
  ...(hasProvince(kind)
    ? { province_th: line?.province?.th ?? '', province_en: line?.province?.en ?? '' }
    : {}),
  ...(kind === 'division' ? { weight_pounds_max: line?.weight_pounds_max ?? HEAVIEST_POUNDS } : {}),
});

const convert = (values: Values) => ({
  ...values,
  ...(values.weight_pounds_max === undefined
    ? {}
    : { weight_pounds_max: Number(values.weight_pounds_max) }),
});

/** Adds or changes a gym, a division, a stadium or a promotion. */
export default function NameDialog({ kind, line, onClose }: NameDialogProps) {
  const { t } = useLingui();
  const { form, submit, isSending, failure, errorOf } = useStaffForm<Values>({
    defaultValues: defaultsOf(kind, line),
    resolver: convertedResolver(
      operatorRosterEndpoints['POST /operator/name/{kind}'].body,
      convert,
    ),
    fields: { programme_name_taken: 'name_en' },
    topic: 'programme',
    version: line?.version,
    send: async (body, version) => {
      if (line === null) {
        await callStaff('POST /operator/name/{kind}', { params: { kind }, body });
      } else {
        await callStaff('PUT /operator/name/{kind}/{id}', {
          params: { kind, id: line.id },
          body: { ...body, version },
        });
      }
      await queryClient.invalidateQueries({ queryKey: ['programme'] });
      onClose();
    },
  });
  const staleTexts = useStaleTexts();
  const bind = (name: keyof Values) => ({ error: errorOf(name), ...form.register(name) });
  return (
    <SaveDialog
      title={line === null ? t`New name` : t`Edit the name`}
      action={<Trans>Save the name</Trans>}
      {...staleTexts}
      {...{ failure, isSending, onClose }}
      onSubmit={submit}
    >
      <div className={layout.pair}>
        <Field label={t`Name in Thai`} {...bind('name_th')} />
        <Field label={t`Name in English`} {...bind('name_en')} />
        {hasProvince(kind) ? (
          <>
            <Field label={t`Province in Thai`} {...bind('province_th')} />
            <Field label={t`Province in English`} {...bind('province_en')} />
          </>
        ) : null}
        {kind === 'division' ? (
          <Field label={t`Most pounds`} type="number" {...bind('weight_pounds_max')} />
        ) : null}
      </div>
    </SaveDialog>
  );
}
