import { useLingui } from '@lingui/react/macro';
import { showToast } from './toasts.ts';

/** Returns a function that copies a text and shows whether the copy succeeded. */
export function useCopy(): (text: string) => void {
  const { t } = useLingui();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast('done', t`Copied`),
      () => showToast('problem', t`This browser does not allow copying`),
    );
}
