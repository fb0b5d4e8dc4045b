import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const SLIP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the storage key of a slip's image. The image has no public URL. */
function keyOf(slipId: string): string {
  if (!SLIP_ID.test(slipId)) throw new RangeError(`${slipId} is not the id of a slip`);
  return `slips/${slipId.slice(0, 2)}/${slipId}.webp`;
}

/** The images of slips, which show names and account numbers. */
export interface SlipPictures {
  write(slipId: string, picture: Uint8Array): Promise<void>;
  read(slipId: string): Promise<Buffer | null>;
  remove(slipId: string): Promise<void>;
}

export const createSlipPictures = (objects: ObjectStore): SlipPictures => ({
  write: (slipId, picture) => objects.write(keyOf(slipId), picture),
  read: (slipId) => objects.read(keyOf(slipId)),
  remove: (slipId) => objects.remove(keyOf(slipId)),
});
