import type { RequestOf, ResponseOf } from '@sangwian/contract/contract';
import { useState } from 'react';
import { callStaff, type StaffOperation } from '../api/call-staff.ts';
import { loadErrorText } from '../api/error-text.ts';
import { useLanguage } from '../language/language.ts';
import { showToast } from './toasts.ts';

/**
 * Returns a function that runs an operation. If the operation fails, it shows a message and resolves to `null`.
 *
 * @example const [revoke, isRevoking] = useWrite('DELETE /operator/invitation/{staff_invitation_id}');
 */
export function useWrite<Op extends StaffOperation>(
  operation: Op,
): [(request: RequestOf<Op>) => Promise<ResponseOf<Op> | null>, boolean] {
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const write = async (request: RequestOf<Op>): Promise<ResponseOf<Op> | null> => {
    setBusy(true);
    try {
      return await callStaff(operation, request);
    } catch (error) {
      showToast('problem', await loadErrorText(error, language));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return [write, isBusy];
}
