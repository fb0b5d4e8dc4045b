import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorPhoto, PhotoCrop } from '@sangwian/contract/endpoints/operator/uploads';
import { type PointerEvent, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { placeCrop, widestCrop } from './crop-rules.ts';
import styles from './picture-upload.module.css';

/** The smallest crop is an eighth of the widest one; a smaller crop would look blurred. */
const SMALLEST_PART = 8;
const PERCENT = 100;

interface Edit {
  readonly crop: PhotoCrop;
  readonly focus_x: number;
  readonly focus_y: number;
}

interface CropEditorProps {
  readonly photo: OperatorPhoto;
  readonly alt: string;
  readonly aspect: number;
  readonly isBusy: boolean;
  readonly onSave: (edit: Edit) => void;
}

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

function Slider({ label, value, min, max, onChange }: SliderProps) {
  return (
    <label className={styles.slider}>
      {label}
      <input
        type="range"
        min={min}
        max={Math.max(min, max)}
        step={Math.max(1, Math.round((max - min) / PERCENT))}
        value={value}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </label>
  );
}

const percent = (part: number, whole: number): string => `${(PERCENT * part) / whole}%`;

/** The whole image with its crop, which a pointer or sliders move, and its focus. */
export function CropEditor({ photo, alt, aspect, isBusy, onSave }: CropEditorProps) {
  const { t } = useLingui();
  const [edit, setEdit] = useState<Edit>(photo);
  const { crop } = edit;
  const widest = widestCrop(photo, aspect);
  const place = (width: number, x: number, y: number) =>
    setEdit({ ...edit, crop: placeCrop(photo, aspect, { width, x, y }) });
  const centre = { x: crop.left + crop.width / 2, y: crop.top + crop.height / 2 };
  const point = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1 || isBusy) return;
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * photo.width;
    const y = ((event.clientY - box.top) / box.height) * photo.height;
    place(crop.width, x, y);
  };
  const isChanged =
    edit.focus_x !== photo.focus_x ||
    edit.focus_y !== photo.focus_y ||
    JSON.stringify(crop) !== JSON.stringify(photo.crop);
  return (
    <div className={styles.crop}>
      <div className={styles.whole} onPointerDown={point} onPointerMove={point}>
        <img src={photo.preview} alt={alt} draggable={false} />
        <span
          className={styles.frame}
          style={{
            left: percent(crop.left, photo.width),
            top: percent(crop.top, photo.height),
            width: percent(crop.width, photo.width),
            height: percent(crop.height, photo.height),
          }}
        >
          <span
            className={styles.focus}
            style={{ left: `${edit.focus_x}%`, top: `${edit.focus_y}%` }}
          />
        </span>
      </div>
      <div className={styles.sliders}>
        <Slider
          label={t`Size of the crop`}
          min={Math.ceil(widest / SMALLEST_PART)}
          max={widest}
          value={crop.width}
          onChange={(width) => place(width, centre.x, centre.y)}
        />
        <Slider
          label={t`Crop across`}
          min={0}
          max={photo.width - crop.width}
          value={crop.left}
          onChange={(left) => place(crop.width, left + crop.width / 2, centre.y)}
        />
        <Slider
          label={t`Crop down`}
          min={0}
          max={photo.height - crop.height}
          value={crop.top}
          onChange={(top) => place(crop.width, centre.x, top + crop.height / 2)}
        />
        <Slider
          label={t`Focus across`}
          min={0}
          max={PERCENT}
          value={edit.focus_x}
          onChange={(focus_x) => setEdit({ ...edit, focus_x })}
        />
        <Slider
          label={t`Focus down`}
          min={0}
          max={PERCENT}
          value={edit.focus_y}
          onChange={(focus_y) => setEdit({ ...edit, focus_y })}
        />
      </div>
      <Button
        variant={isChanged ? 'primary' : 'plain'}
        disabled={!isChanged || isBusy}
        onClick={() => onSave({ crop, focus_x: edit.focus_x, focus_y: edit.focus_y })}
      >
        <Trans>Save the crop</Trans>
      </Button>
    </div>
  );
}
