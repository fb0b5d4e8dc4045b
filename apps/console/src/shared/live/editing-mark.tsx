import { useLingui } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';
import { useEditors } from './presence.ts';

/** In an edit dialog: announces the edited subject to colleagues, and names colleagues who edit the same subject. */
export function EditingMark({ subject }: { readonly subject: string }) {
  const { t } = useLingui();
  const names = useEditors(subject)
    .map(({ name }) => name)
    .join(', ');
  return (
    <div role="status">
      {names === '' ? null : <Notice title={t`Also editing this: ${names}`} />}
    </div>
  );
}
