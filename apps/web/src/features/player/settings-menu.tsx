import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { LivePlayer } from './live-player.ts';
import styles from './settings-menu.module.css';
import { QUALITY_AUTO, type Quality } from './stream-engine.ts';
import type { Captions } from './use-captions.ts';
import { usePlayerProgress, usePlayerSnapshot } from './use-live-player.ts';

interface SettingsMenuProps {
  readonly player: LivePlayer | null;
  readonly captions: Captions;
  /** The controls stay while it is open. */
  readonly onOpenChange: (open: boolean) => void;
}

const qualityName = ({ height, bitsPerSecond }: Quality): string =>
  height > 0 ? `${height}p` : `${(bitsPerSecond / 1_000_000).toFixed(1)} Mbps`;

/** How far behind the hall this screen is, and how often the picture stood. Drawn only while the menu is open. */
function Figures({ player }: { readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const { latencyS, stalls } = usePlayerProgress(player);
  const seconds = latencyS === null ? '–' : latencyS.toFixed(1);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t`Delay behind the stadium`}</dt>
        <dd>{latencyS === null ? seconds : t`${seconds} s`}</dd>
      </div>
      <div>
        <dt>{t`Times the picture stopped`}</dt>
        <dd>{stalls}</dd>
      </div>
    </dl>
  );
}

function Qualities({ player }: { readonly player: LivePlayer }) {
  const { t } = useLingui();
  const name = useId();
  const { qualities, quality } = usePlayerSnapshot(player);
  if (qualities.length < 2) return null;
  const sorted = [...qualities].sort((a, b) => b.bitsPerSecond - a.bitsPerSecond);
  const choices = [
    { id: QUALITY_AUTO, label: t`Automatic` },
    ...sorted.map((one) => ({ id: one.id, label: qualityName(one) })),
  ];
  return (
    <fieldset className={styles.choices}>
      <legend>{t`Quality`}</legend>
      {choices.map(({ id, label }) => (
        <label key={id} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={quality === id}
            onChange={() => player.setQuality(id)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Low latency by WebRTC, where the stream has it. */
function LowLatency({ player }: { readonly player: LivePlayer }) {
  const { t } = useLingui();
  const { realtime } = usePlayerSnapshot(player);
  if (realtime === 'none') return null;
  return (
    <>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={realtime === 'on'}
          onChange={(event) => player.setRealtime(event.currentTarget.checked)}
        />
        <span>{t`Low latency`}</span>
      </label>
      {realtime === 'lost' ? (
        <p className={styles.hint} role="status">
          {t`Low latency does not work on this connection.`}
        </p>
      ) : null}
    </>
  );
}

/** The settings of the picture: quality where there are several, and the figures of the stream. */
export function SettingsMenu({ player, captions, onOpenChange }: SettingsMenuProps) {
  const { t } = useLingui();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useEffect(() => {
    onOpenChange(open);
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      place.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, onOpenChange]);

  return (
    <div ref={place} className={styles.place}>
      <IconButton
        label={t`Settings`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden="true" size={20} />
      </IconButton>
      <div id={id} className={styles.menu} hidden={!open}>
        {open ? (
          <>
            {player === null ? null : <Qualities player={player} />}
            {player === null ? null : <LowLatency player={player} />}
            {captions.available ? (
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  checked={captions.on}
                  onChange={(event) => captions.setOn(event.currentTarget.checked)}
                />
                <span>{t`Captions`}</span>
              </label>
            ) : null}
            <Figures player={player} />
          </>
        ) : null}
      </div>
    </div>
  );
}
