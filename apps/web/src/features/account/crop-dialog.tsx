import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { Button } from '@sangwian/ui/button';
import { MoveHorizontal, MoveVertical, ZoomIn } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { type FieldErrorCode, fieldMessage, REFUSED } from '../../shared/forms/field-message.tsx';
import { codeOf } from '../../shared/forms/set-refusal.ts';
import { keepMemberIfCurrent } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { type Crop, fitCrop, pushCrop, wholeCrop, ZOOM_MAX } from './crop.ts';
import styles from './crop-dialog.module.css';
import { cropToFile, drawCrop } from './draw-crop.ts';
import form from './form.module.css';

interface CropFrameProps {
  readonly picture: ImageBitmap;
  readonly crop: Crop;
  readonly onChange: (crop: Crop) => void;
}

/** The preview of the crop. Dragging moves the image below a round window. */
function CropFrame({ picture, crop, onChange }: CropFrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  // Some browsers have no `movementX` for touches.
  const last = useRef({ x: 0, y: 0 });
  return (
    <div
      className={styles.frame}
      aria-hidden="true"
      onPointerDown={({ currentTarget, pointerId, clientX, clientY }) => {
        currentTarget.setPointerCapture(pointerId);
        last.current = { x: clientX, y: clientY };
      }}
      onPointerMove={({ currentTarget, pointerId, clientX, clientY }) => {
        if (!currentTarget.hasPointerCapture(pointerId)) return;
        const { x, y } = last.current;
        const side = currentTarget.clientWidth;
        last.current = { x: clientX, y: clientY };
        const push = { right: (clientX - x) / side, down: (clientY - y) / side };
        onChange(pushCrop(picture, crop, push));
      }}
    >
      <canvas
        ref={canvas}
        width={LIMITS.avatarPx}
        height={LIMITS.avatarPx}
        className={styles.canvas}
      />
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly min: number;
  readonly max: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Slider({ label, icon, min, max, value, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      {icon}
      <input
        id={id}
        type="range"
        aria-label={label}
        className={styles.range}
        min={min}
        max={max}
        step="any"
        value={value}
        disabled={max <= min}
        onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      />
    </div>
  );
}

function CropSliders({ picture, crop, onChange }: CropFrameProps) {
  const { t } = useLingui();
  const half = Math.min(picture.width, picture.height) / crop.zoom / 2;
  const change = (fields: Partial<Crop>) => onChange(fitCrop(picture, { ...crop, ...fields }));
  return (
    <div className={styles.sliders}>
      <Slider
        label={t`Zoom`}
        icon={<ZoomIn size={20} aria-hidden="true" />}
        min={1}
        max={ZOOM_MAX}
        value={crop.zoom}
        onChange={(zoom) => change({ zoom })}
      />
      <Slider
        label={t`Left and right`}
        icon={<MoveHorizontal size={20} aria-hidden="true" />}
        min={half}
        max={picture.width - half}
        value={crop.x}
        onChange={(x) => change({ x })}
      />
      <Slider
        label={t`Up and down`}
        icon={<MoveVertical size={20} aria-hidden="true" />}
        min={half}
        max={picture.height - half}
        value={crop.y}
        onChange={(y) => change({ y })}
      />
    </div>
  );
}

interface CropDialogProps {
  readonly memberId: string;
  readonly picture: ImageBitmap;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Chooses the visible part of an image and uploads it. After a refusal the member can try again. */
export function CropDialog({ memberId, picture, onClose, onDone }: CropDialogProps) {
  const { t } = useLingui();
  const [crop, setCrop] = useState(() => wholeCrop(picture));
  const [sent, setSent] = useState(0);
  const [error, setError] = useState<FieldErrorCode | undefined>();
  const [busy, run] = useBusy();
  const send = () =>
    run(async () => {
      setSent(0);
      setError(undefined);
      try {
        const { data } = await callApi(
          'PUT /auth/member/profile/update/{member_id}/avatar',
          { params: { member_id: memberId }, upload: await cropToFile(picture, crop) },
          { onProgress: setSent },
        );
        keepMemberIfCurrent(data);
        onDone();
      } catch (refusal) {
        setError({ type: REFUSED, message: codeOf(refusal) });
      }
    });
  const percent = Math.round(sent * 100);
  return (
    <ClosableDialog title={t`Your picture`} onClose={onClose}>
      <div className={form.form}>
        <CropFrame picture={picture} crop={crop} onChange={setCrop} />
        {busy ? (
          <div className={styles.progress} role="status">
            <progress
              className={styles.bar}
              max={1}
              value={sent}
              aria-label={t`Sending the picture`}
            />
            <p>{t`Sending… ${percent} %`}</p>
          </div>
        ) : (
          <CropSliders picture={picture} crop={crop} onChange={setCrop} />
        )}
        <div role="alert" className={form.refusal}>
          {fieldMessage(error)}
        </div>
        <div className={form.actions}>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" aria-disabled={busy} onClick={() => void send()}>
            {t`Use this picture`}
          </Button>
        </div>
      </div>
    </ClosableDialog>
  );
}
