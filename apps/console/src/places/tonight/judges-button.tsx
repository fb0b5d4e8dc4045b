import { useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../shared/session/permissions.ts';
import { IconButton } from '../../shared/ui/button.tsx';
import { JudgesDialog } from './judges-dialog.tsx';

/** Opens the judges' cards of a decision. */
export function JudgesButton({ bout }: { readonly bout: ShowBout }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const mayRecord = useMay('record_result');
  const method = bout.result?.method;
  if (!mayRecord || (method !== 'decision' && method !== 'draw')) return null;
  return (
    <>
      <IconButton icon={ClipboardCheck} label={t`Judges’ cards`} onClick={() => setOpen(true)} />
      {isOpen ? <JudgesDialog bout={bout} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
