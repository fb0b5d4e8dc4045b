import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { Notice } from '@sangwian/ui/notice';
import { Camera, ImageUp } from 'lucide-react';
import { type DragEvent, useRef, useState } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { rememberPage } from '../../../shared/navigation/remember-page.ts';
import styles from './slip-form.module.css';
import type { FollowedOrder } from './use-order.ts';
import { type SlipUpload, useSlip } from './use-slip.ts';

/** Chooses an image from the device or takes one with the camera. */
function Choosers({ slip: { chosen, choose } }: { readonly slip: SlipUpload }) {
  const { t } = useLingui();
  const pictures = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const input = {
    type: 'file',
    hidden: true,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      void choose(currentTarget.files?.[0]);
      // Cleared, so that choosing the same file again fires a change event.
      currentTarget.value = '';
    },
  } as const;
  return (
    <div className={styles.choosers}>
      <input
        ref={pictures}
        accept="image/jpeg,image/png,image/webp,image/*"
        aria-label={t`Picture of the slip`}
        {...input}
      />
      <input
        ref={camera}
        accept="image/*"
        capture="environment"
        aria-label={t`Take a photo of the slip`}
        {...input}
      />
      <Button onClick={() => pictures.current?.click()}>
        <ImageUp size={18} aria-hidden="true" />
        {chosen ? t`Choose another picture` : t`Choose a picture`}
      </Button>
      <Button className={styles.camera} onClick={() => camera.current?.click()}>
        <Camera size={18} aria-hidden="true" />
        {t`Use the camera`}
      </Button>
    </div>
  );
}

interface SlipFormProps {
  readonly followed: FollowedOrder;
  readonly onSent: () => void;
}

/** Uploads the slip of a transfer. The fan can choose, drop or photograph the slip and sees a preview. */
export function SlipForm({ followed, onSent }: SlipFormProps) {
  const { t } = useLingui();
  const slip = useSlip(followed);
  const [isDragOver, setIsDragOver] = useState(false);
  const refusal = useErrorText(slip.refusal);
  const { chosen, progress } = slip;
  const percent = Math.round((progress ?? 0) * 100);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    void slip.choose(event.dataTransfer.files[0]);
  };
  const send = async () => {
    const isHere = rememberPage();
    if ((await slip.send()) && isHere()) onSent();
  };
  return (
    <div className={styles.form}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: drag and drop is optional; the buttons inside offer the same action. */}
      <div
        className={classNames(styles.place, isDragOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={drop}
      >
        {chosen ? (
          <img src={chosen.address} alt={t`Your slip`} className={styles.picture} />
        ) : (
          <p className={styles.hint}>{t`Drop the picture of the slip here, or`}</p>
        )}
        <Choosers slip={slip} />
      </div>
      <p className={styles.rule}>
        {t`The whole slip must be visible, including its small QR code. JPEG, PNG or WebP.`}
      </p>
      {progress === null ? null : (
        <div className={styles.progress}>
          <progress value={progress} max={1} aria-label={t`Sending the slip`} />
          <span>{percent} %</span>
        </div>
      )}
      <Notice tone="danger">{refusal}</Notice>
      <Button
        variant="gold"
        wide
        disabled={!chosen}
        aria-disabled={progress !== null}
        onClick={() => void send()}
      >
        {progress === null ? t`Send the slip` : t`Sending…`}
      </Button>
    </div>
  );
}
