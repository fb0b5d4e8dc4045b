import { Trans } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';
import { useNames } from './names.ts';

interface Props {
  /** The acts after the version that the operator saw, with their actors. */
  readonly acts: readonly { readonly path: string; readonly message: string }[];
}

/** Shows the colleagues' changes to a bout because of which an act was refused as stale. */
export function StaleBoutNotice({ acts }: Props) {
  const names = useNames();
  const changes = acts.map(({ path, message }) => `${message} ${names.act(path)}`).join(' · ');
  return (
    <Notice tone="warn">
      <b>
        <Trans>Not done: the bout has changed.</Trans>
      </b>{' '}
      {changes}
      <br />
      <Trans>Check the numbers and send it again.</Trans>
    </Notice>
  );
}
