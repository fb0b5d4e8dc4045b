import { Trans } from '@lingui/react/macro';
import { Notice } from '../ui/notice.tsx';
import { useNames } from './names.ts';

interface Props {
  /** Changes since the version that the operator saw: `path` is the action, `message` the name of the actor. */
  readonly acts: readonly { readonly path: string; readonly message: string }[];
}

/** Explains why an action was refused as stale: lists the later changes to the bout and who made them. */
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
