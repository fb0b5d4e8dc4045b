import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Terminal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './account-place.module.css';
import { usePermissionName } from './permission-name.ts';

/** The form library loads with the dialog. */
const TokenDialog = lazy(() => import('./token-dialog.tsx'));

type Token = ResponseOf<'GET /operator/token'>['data'][number];

interface TokenRowProps {
  readonly token: Token;
  readonly disabled: boolean;
  readonly onRevoke: () => void;
}

function TokenRow({ token, disabled, onRevoke }: TokenRowProps) {
  const { t } = useLingui();
  const permissionName = usePermissionName();
  const { name, scopes, created_at, last_used_at, expires_at } = token;
  const hasEnded = Date.parse(expires_at) <= Date.now();
  return (
    <li className={styles.session}>
      <Terminal size={18} aria-hidden="true" />
      <span>
        <span className={styles.agent}>{name}</span> {hasEnded ? <Chip>{t`ended`}</Chip> : null}
        <br />
        <span className={styles.weak}>
          {last_used_at === null ? (
            <Trans>
              made <Moment at={created_at} />, not used yet
            </Trans>
          ) : (
            <Trans>
              made <Moment at={created_at} />, used <Moment at={last_used_at} />
            </Trans>
          )}{' '}
          ·{' '}
          <Trans>
            ends <Moment at={expires_at} />
          </Trans>
        </span>
        <details className={styles.scopes}>
          <summary>
            <Plural value={scopes.length} one="# permission" other="# permissions" />
          </summary>
          <ul>
            {scopes.map((scope) => (
              <li key={scope}>{permissionName(scope)}</li>
            ))}
          </ul>
        </details>
      </span>
      <Button variant="quiet" disabled={disabled} onClick={onRevoke} aria-label={t`Revoke ${name}`}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  );
}

/** The access tokens with which the account's programs use the API. */
export function TokensPanel() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const tokens = useQuery(staffQuery('GET /operator/token', {}, 'staff'));
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<Token | null>(null);
  const [revoke, isRevoking] = useWrite('DELETE /operator/token/{staff_token_id}');
  const confirm = async ({ staff_token_id }: Token) => {
    setRevoked(null);
    await revoke({ params: { staff_token_id } });
    await queryClient.invalidateQueries({ queryKey: ['staff'] });
  };
  return (
    <Panel title={t`Access tokens`} note={tokens.data?.length || null}>
      <QueryView query={tokens} rows={1}>
        {(data) => (
          <ul>
            {data.map((token) => (
              <TokenRow
                key={token.staff_token_id}
                token={token}
                disabled={isLocked || isRevoking}
                onRevoke={() => setRevoked(token)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <PanelBody>
        <p className={styles.weak}>
          <Trans>
            A program acts in your name with a token, within the permissions you choose.
          </Trans>
        </p>
        <Button
          icon={Plus}
          className={styles.start}
          disabled={isLocked}
          onClick={() => setMaking(true)}
        >
          <Trans>Make a token…</Trans>
        </Button>
      </PanelBody>
      {isMaking ? (
        <Suspense fallback={null}>
          <TokenDialog onClose={() => setMaking(false)} />
        </Suspense>
      ) : null}
      {revoked ? (
        <ConfirmDialog
          title={t`Revoke the token “${revoked.name}”?`}
          description={t`Programs that use it are refused from now on.`}
          action={t`Revoke the token`}
          isDanger
          onConfirm={() => void confirm(revoked)}
          onClose={() => setRevoked(null)}
        />
      ) : null}
    </Panel>
  );
}
