import { LIMITS } from '@sangwian/contract/limits';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { callApi } from '../../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';
import { forgetIntent, intentKey } from '../../../shared/ids/intent-key.ts';
import type { FollowedOrder } from './use-order.ts';

const TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
/**
 * The maximum side length in pixels. Large enough for the small QR code of a slip, and small enough for the upload
 * limit.
 */
const SIDE_PX_MAX = 2_400;
const JPEG_QUALITY = 0.9;

/** Returns an image that the server accepts, scaled down if necessary. Rejects if the file is not an image. */
async function readyPicture(file: File): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  try {
    if (TYPES.includes(file.type) && file.size <= LIMITS.uploadBytesMax) return file;
    const scale = Math.min(1, SIDE_PX_MAX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('no picture')));
      canvas.toBlob(take, 'image/jpeg', JPEG_QUALITY);
    });
  } finally {
    bitmap.close();
  }
}

export interface ChosenSlip {
  readonly picture: Blob;
  /** The object URL of the preview, for `<img>`. */
  readonly address: string;
  /** The id of the image within the idempotency key. */
  readonly name: string;
}

export interface SlipUpload {
  readonly chosen: ChosenSlip | null;
  /** Upload progress from 0 to 1. */
  readonly progress: number | null;
  readonly refusal: Refusal | null;
  readonly choose: (file: File | undefined) => Promise<void>;
  /** Uploads the slip. Returns whether it was accepted; ignored while an upload is in progress. */
  readonly send: () => Promise<boolean>;
}

const NO_PICTURE: Refusal = {
  status: 'picture_invalid',
  message: 'Please choose a picture: JPEG, PNG or WebP.',
};

/** The slip upload of a transfer: choosing, preview and sending. */
export function useSlip({ order, keep, refresh }: FollowedOrder): SlipUpload {
  const [chosen, setChosen] = useState<ChosenSlip | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => () => URL.revokeObjectURL(chosen?.address ?? ''), [chosen]);

  const choose = async (file: File | undefined) => {
    if (!file || progress !== null) return;
    setRefusal(null);
    try {
      const picture = await readyPicture(file);
      const name = `${file.name}-${file.size}-${file.lastModified}`;
      setChosen({ picture, address: URL.createObjectURL(picture), name });
    } catch {
      setRefusal(NO_PICTURE);
    }
  };

  const send = async () => {
    if (!order || !chosen || progress !== null) return false;
    setProgress(0);
    setRefusal(null);
    const intent = `slip:${order.order_id}:${chosen.name}`;
    try {
      const { data } = await callApi(
        'POST /order/{order_id}/slip',
        {
          params: { order_id: order.order_id },
          upload: chosen.picture,
          idempotencyKey: intentKey(intent),
        },
        { onProgress: setProgress },
      );
      forgetIntent(intent);
      keep(data);
      return true;
    } catch (error) {
      setRefusal(refusalOf(error));
      if (error instanceof ApiError) {
        forgetIntent(intent);
        if (error.status !== 'slip_used' && error.status !== 'picture_invalid') await refresh();
      }
      return false;
    } finally {
      setProgress(null);
    }
  };
  return { chosen, progress, refusal, choose, send };
}
