import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './clip-settings-page.module.css';
import { useNameOf } from './use-name-of.ts';

type Settings = ResponseOf<'GET /operator/clip-settings'>['data'];
type Promotion = Settings['promotions'][number];
type Channel = Settings['channels'][number];

const STEP = 25;
const refresh = () => queryClient.invalidateQueries({ queryKey: ['clips'] });

function PromotionLine({ promotion }: { readonly promotion: Promotion }) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const isLocked = useWritesLocked();
  const [write, isBusy] = useWrite('PUT /operator/clip-settings/promotion/{promotion_id}');
  const name = nameOf(promotion.name);
  const set = async (premium_clips: boolean) => {
    await write({ params: { promotion_id: promotion.promotion_id }, body: { premium_clips } });
    await refresh();
  };
  return (
    <label className={styles.line}>
      <input
        type="checkbox"
        checked={promotion.premium_clips}
        disabled={isBusy || isLocked}
        aria-label={t`Allow clips of premium lives of ${name}`}
        onChange={({ currentTarget }) => void set(currentTarget.checked)}
      />
      <bdi>{name}</bdi>
    </label>
  );
}

function ChannelLine({ channel }: { readonly channel: Channel }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [permille, setPermille] = useState(channel.crop_permille);
  const [write, isBusy] = useWrite('PUT /operator/clip-settings/channel/{channel_id}');
  const save = async () => {
    const params = { channel_id: channel.channel_id };
    await write({ params, body: { crop_permille: permille } });
    await refresh();
  };
  const percent = Math.round(permille / 10);
  return (
    <div className={styles.channel}>
      <strong>{channel.channel_id}</strong>
      <div className={styles.wide} aria-hidden="true">
        <div
          className={styles.tall}
          style={{ left: `${(permille / 1_000) * (100 - TALL_PERCENT)}%` }}
        />
      </div>
      <input
        type="range"
        min={0}
        max={1_000}
        step={STEP}
        value={permille}
        aria-label={t`Vertical form of ${channel.channel_id}: position from the left`}
        aria-valuetext={`${percent} %`}
        onChange={({ currentTarget }) => setPermille(Number(currentTarget.value))}
      />
      <Button
        size="small"
        disabled={isBusy || isLocked || permille === channel.crop_permille}
        onClick={() => void save()}
      >
        <Trans>Save</Trans>
      </Button>
    </div>
  );
}

/** The width of a 9:16 crop in a 16:9 frame of the same height, in percent. */
const TALL_PERCENT = 31.6;

/** Sets where clips are allowed and how their vertical version is cropped. */
export function ClipSettingsPage() {
  const { t } = useLingui();
  const settings = useQuery(staffQuery('GET /operator/clip-settings', {}, 'clips'));
  return (
    <div className={layout.place}>
      <div className={styles.panels}>
        <QueryView query={settings}>
          {({ encoder, queued, promotions, channels }) => (
            <>
              <Panel
                title={t`Making clips`}
                note={
                  encoder ? (
                    <Chip tone="ok">{t`ffmpeg is installed`}</Chip>
                  ) : (
                    <Chip tone="warn">{t`ffmpeg is missing`}</Chip>
                  )
                }
              >
                <div className={layout.body}>
                  {encoder ? (
                    <p>
                      <Trans>Clips that are being made or wait: {queued}</Trans>
                    </p>
                  ) : (
                    <p>
                      <Trans>
                        Fans cannot make clips. Install ffmpeg with libx264 on every server of the
                        API, and restart it.
                      </Trans>
                    </p>
                  )}
                </div>
              </Panel>
              <Panel title={t`Clips of premium lives`}>
                <div className={layout.body}>
                  <p>
                    <Trans>
                      Fans can always cut free lives. Tick a promotion to let those who unlocked its
                      premium lives cut these, too.
                    </Trans>
                  </p>
                  {promotions.map((promotion) => (
                    <PromotionLine key={promotion.promotion_id} promotion={promotion} />
                  ))}
                </div>
              </Panel>
              <Panel title={t`Vertical form`}>
                <div className={layout.body}>
                  <p>
                    <Trans>
                      Where the vertical clip of each channel is cut out of the picture. Clips that
                      exist do not change.
                    </Trans>
                  </p>
                  {channels.map((channel) => (
                    <ChannelLine key={channel.channel_id} channel={channel} />
                  ))}
                </div>
              </Panel>
            </>
          )}
        </QueryView>
      </div>
    </div>
  );
}
