import { useLingui } from '@lingui/react/macro';
import { showToast } from './toasts.ts';

/** Returns a call that copies a text and says whether the browser allowed it. */
export function useCopy(): (text: string) => void {
  const { t } = useLingui();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast('done', t`Copied`),
      () => showToast('problem', t`This browser does not allow copying`),
    );
}
