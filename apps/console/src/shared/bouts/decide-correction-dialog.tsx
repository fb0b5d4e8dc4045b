import { Trans, useLingui } from '@lingui/react/macro';
import type { ResultCorrection } from '@sangwian/contract/endpoints/operator/corrections';
import { callStaff } from '../api/call-staff.ts';
import { FormFailure } from '../forms/form-failure.tsx';
import { showToast } from '../toasts/toasts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CorrectionEffect } from './correction-effect.tsx';
import { useNames } from './names.ts';
import { ResultSentence } from './result-sentence.tsx';
import { StaleBoutNotice } from './stale-notice.tsx';
import { useBoutWrite } from './use-bout-write.ts';

export interface CorrectionDecision {
  readonly request: ResultCorrection;
  readonly act: 'approve' | 'refuse';
}

interface Props extends CorrectionDecision {
  readonly onClose: () => void;
}

/** Sends the decision on a request. @throws {ApiError} */
async function decide({ request, act }: CorrectionDecision, reason: string): Promise<void> {
  const params = { result_correction_id: request.result_correction_id };
  if (act === 'approve') {
    await callStaff('POST /operator/show/corrections/{result_correction_id}/approve', { params });
  } else {
    const body = { reason };
    await callStaff('POST /operator/show/corrections/{result_correction_id}/refuse', {
      params,
      body,
    });
  }
}

/**
 * Approves another person's correction, after showing its effect in numbers; refuses it; or withdraws the signed-in
 * person's request.
 */
export function DecideCorrectionDialog({ request, act, onClose }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const write = useBoutWrite(onClose);
  const { order, red, blue, before, after, by, own, reason: why, effect } = request;
  const isApproval = act === 'approve';
  const winner = names.winner({ result: after, red: { name: red }, blue: { name: blue } });
  const refusal = own ? t`Withdraw the request` : t`Refuse the correction`;
  return (
    <ConfirmDialog
      title={isApproval ? t`Correct bout ${order}?` : refusal}
      description={
        <>
          <b>
            <ResultSentence result={after} red={red} blue={blue} />
          </b>{' '}
          <Trans>instead of</Trans> <ResultSentence result={before} red={red} blue={blue} />.
          <br />
          {own ? null : (
            <>
              <bdi>{by}</bdi>: “<bdi>{why}</bdi>”{' '}
            </>
          )}
          {isApproval ? null : <Trans>Nothing has changed yet.</Trans>}
        </>
      }
      asksReason={!isApproval}
      {...(isApproval ? { typed: winner ?? names.method(after.method) } : {})}
      action={isApproval ? t`Correct bout ${order}` : refusal}
      isDanger
      isBusy={write.isBusy}
      onConfirm={(reason) =>
        void write.run(async () => {
          await decide({ request, act }, reason);
          showToast('done', isApproval ? t`The result is corrected` : t`The request is closed`);
        })
      }
      onClose={onClose}
    >
      {write.stale === null ? null : <StaleBoutNotice acts={write.stale} />}
      <FormFailure error={write.failure} />
      {isApproval ? <CorrectionEffect {...effect} /> : null}
    </ConfirmDialog>
  );
}
