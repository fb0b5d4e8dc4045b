import { Trans, useLingui } from '@lingui/react/macro';
import type { ChannelLine } from '@sangwian/contract/endpoints/operator/channels';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { SignalsStrip } from '../../shared/signals/signals-strip.tsx';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { SecretDialog } from '../../shared/ui/secret-dialog.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './programme-place.module.css';
import { RestreamPanel } from './restream-panel.tsx';

const refresh = () => queryClient.invalidateQueries({ queryKey: ['programme'] });

function Keys({ channel }: { readonly channel: ChannelLine }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [disable, isBusy] = useWrite('DELETE /operator/channel/{channel_id}/key/{stream_key_id}');
  const run = async (streamKeyId: string) => {
    const params = { channel_id: channel.channel_id, stream_key_id: streamKeyId };
    await disable({ params });
    await refresh();
  };
  if (channel.keys.length === 0) return <Trans>No key yet</Trans>;
  return (
    <table className={layout.table}>
      <thead>
        <tr>
          <th scope="col">{t`Made`}</th>
          <th scope="col">{t`Made by`}</th>
          <th scope="col">{t`State`}</th>
        </tr>
      </thead>
      <tbody>
        {channel.keys.map((key) => (
          <tr key={key.stream_key_id}>
            <td>
              <Moment at={key.created_at} />
            </td>
            <td>{key.created_by ?? '–'}</td>
            <td>
              {key.revoked_at === null ? (
                <Button
                  size="small"
                  variant="danger"
                  disabled={isBusy || isLocked}
                  onClick={() => void run(key.stream_key_id)}
                >
                  <Trans>Disable</Trans>
                </Button>
              ) : (
                <Trans>disabled</Trans>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Channel({ channel }: { readonly channel: ChannelLine }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isRotating, setRotating] = useState(false);
  const [streamKey, setStreamKey] = useState('');
  const [make, isBusy] = useWrite('POST /operator/channel/{channel_id}/key');
  const run = async (rotate: boolean) => {
    const params = { channel_id: channel.channel_id };
    const answer = await make({ params, body: { rotate } });
    setRotating(false);
    await refresh();
    if (answer !== null) setStreamKey(answer.data.stream_key);
  };
  const open = channel.keys.filter(({ revoked_at: at }) => at === null).length;
  return (
    <Panel
      title={channel.channel_id}
      note={channel.publishing ? <Chip tone="ok">{t`On air`}</Chip> : null}
      actions={
        <>
          <Button icon={KeyRound} disabled={isBusy || isLocked} onClick={() => void run(false)}>
            <Trans>New key</Trans>
          </Button>
          <Button
            icon={RotateCw}
            disabled={isBusy || isLocked || open === 0}
            onClick={() => setRotating(true)}
          >
            <Trans>Rotate</Trans>
          </Button>
        </>
      }
    >
      {channel.publishing ? <SignalsStrip channelId={channel.channel_id} /> : null}
      <div className={layout.body}>
        <Keys channel={channel} />
      </div>
      <RestreamPanel channelId={channel.channel_id} />
      {isRotating ? (
        <ConfirmDialog
          title={t`Rotate the keys of ${channel.channel_id}`}
          description={t`The next connection with an earlier key is refused. A stream that runs goes on.`}
          action={t`Rotate`}
          isDanger
          isBusy={isBusy}
          onConfirm={() => void run(true)}
          onClose={() => setRotating(false)}
        />
      ) : null}
      {streamKey === '' ? null : (
        <SecretDialog
          title={t`The stream key`}
          description={t`Copy it into the encoder now: it is not shown again.`}
          secret={streamKey}
          onClose={() => setStreamKey('')}
        />
      )}
    </Panel>
  );
}

/** The channels with their stream keys. */
export function KeysPage() {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [name, setName] = useState('');
  const [add, isBusy] = useWrite('POST /operator/channel');
  const found = useQuery(staffQuery('GET /operator/channel', {}, 'programme'));
  const addChannel = async () => {
    if ((await add({ body: { channel_id: name.trim() } })) === null) return;
    setName('');
    await refresh();
  };
  return (
    <div className={layout.place}>
      <div className={`${layout.main} ${styles.channels}`}>
        <QueryView query={found} rows={6}>
          {({ channels }) =>
            channels.map((channel) => <Channel key={channel.channel_id} channel={channel} />)
          }
        </QueryView>
      </div>
      <Panel title={t`New channel`} className={layout.side}>
        <form
          className={layout.body}
          onSubmit={(event) => {
            event.preventDefault();
            void addChannel();
          }}
        >
          <Field
            label={t`Name of the channel`}
            hint={t`Small Latin letters, digits and hyphens.`}
            pattern="[a-z0-9][a-z0-9\-]*"
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" icon={Plus} disabled={isBusy || isLocked}>
            <Trans>Add the channel</Trans>
          </Button>
        </form>
      </Panel>
    </div>
  );
}
