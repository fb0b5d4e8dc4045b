import { Trans, useLingui } from '@lingui/react/macro';
import type { OperatorPhoto } from '@sangwian/contract/endpoints/operator/uploads';
import { PHOTO_ASPECTS, type PhotoOwner } from '@sangwian/contract/rules/photo-formats';
import { PHOTO_LIMITS } from '@sangwian/contract/rules/photo-limits';
import { classNames } from '@sangwian/ui/class-names';
import { useQuery } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { callStaff } from '../api/call-staff.ts';
import { loadErrorText } from '../api/error-text.ts';
import { queryClient } from '../api/query-client.ts';
import { staffQuery } from '../api/staff-query.ts';
import { useLanguage } from '../language/language.ts';
import { useWritesLocked } from '../live/connection.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { QueryView } from '../ui/states.tsx';
import { CropEditor } from './crop-editor.tsx';
import styles from './picture-upload.module.css';

const TYPES = ['image/jpeg', 'image/png', 'image/webp'];
const MEBIBYTE = 1024 * 1024;
/** Interval at which the console polls until the files are ready. */
const ENCODING_POLL_MS = 2_000;

interface PictureUploadProps {
  readonly owner: PhotoOwner;
  readonly ownerId: string;
  /** Description of the image for screen readers. */
  readonly alt: string;
}

interface PictureProps extends PictureUploadProps {
  readonly photo: OperatorPhoto | null;
}

/** Runs one change of the image at a time and stores its error. */
function useChange() {
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setRefusal('');
    try {
      await work();
    } catch (error) {
      setRefusal(await loadErrorText(error, language));
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: ['programme'] });
    }
  };
  return { isBusy, refusal, setRefusal, change };
}

function Picture({ owner, ownerId, alt, photo }: PictureProps) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isOver, setOver] = useState(false);
  const { isBusy, refusal, setRefusal, change } = useChange();
  const params = { owner, owner_id: ownerId };
  const query = photo === null ? {} : { version: photo.version };
  const send = (file: File | undefined) => {
    if (file === undefined) return;
    if (!TYPES.includes(file.type)) return setRefusal(t`Choose a JPEG, PNG or WebP picture.`);
    if (file.size > PHOTO_LIMITS.bytesMax) {
      const megabytes = PHOTO_LIMITS.bytesMax / MEBIBYTE;
      return setRefusal(t`This file is larger than ${megabytes} MB.`);
    }
    void change(() =>
      callStaff('PUT /operator/photos/{owner}/{owner_id}', { params, query, upload: file }),
    );
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy && !isLocked) send(event.dataTransfer.files[0]);
  };
  const sides = PHOTO_LIMITS.sidePxMax;
  return (
    <div className={styles.upload}>
      {photo === null ? null : (
        <CropEditor
          key={photo.version}
          photo={photo}
          alt={alt}
          aspect={PHOTO_ASPECTS[owner]}
          isBusy={isBusy || isLocked}
          onSave={(crop) =>
            void change(() =>
              callStaff('PUT /operator/photos/{owner}/{owner_id}/crop', {
                params,
                body: { version: photo.version, ...crop },
              }),
            )
          }
        />
      )}
      <label
        className={classNames(styles.drop, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <ImageUp size={20} aria-hidden="true" />
        <span>
          {photo === null ? (
            <Trans>Choose a picture or drop it here</Trans>
          ) : (
            <Trans>Choose another picture or drop it here</Trans>
          )}
          <small>
            <Trans>JPEG, PNG or WebP, at most {sides} pixels a side</Trans>
          </small>
        </span>
        <input
          type="file"
          className={styles.file}
          accept={TYPES.join()}
          disabled={isBusy || isLocked}
          onChange={(event) => {
            send(event.currentTarget.files?.[0]);
            // Clears the input, so that the same file can be chosen again after a refusal.
            event.currentTarget.value = '';
          }}
        />
      </label>
      {isBusy ? <progress className={styles.progress} aria-label={t`Sending the picture`} /> : null}
      {photo?.state === 'encoding' ? (
        <p className={styles.note} role="status">
          <Trans>Being prepared: fans see it in a moment.</Trans>
        </p>
      ) : null}
      {refusal === '' ? null : <Notice tone="warn" title={refusal} />}
      {photo === null ? null : (
        <Button
          variant="danger"
          icon={Trash2}
          disabled={isBusy || isLocked}
          onClick={() =>
            void change(() =>
              callStaff('DELETE /operator/photos/{owner}/{owner_id}', { params, query }),
            )
          }
        >
          <Trans>Remove: fans see the drawing again</Trans>
        </Button>
      )}
    </div>
  );
}

/** The image of a fighter or a card: choose or drop a file, crop it, set its focus, or remove it. */
export function PictureUpload(props: PictureUploadProps) {
  const { owner, ownerId } = props;
  const params = { owner, owner_id: ownerId };
  const found = useQuery({
    ...staffQuery('GET /operator/photos/{owner}/{owner_id}', { params }, 'programme'),
    refetchInterval: ({ state }) =>
      (state.data as OperatorPhoto | null | undefined)?.state === 'encoding'
        ? ENCODING_POLL_MS
        : false,
  });
  return (
    <QueryView query={found} rows={3}>
      {(photo) => <Picture {...props} photo={photo} />}
    </QueryView>
  );
}
