import { hash } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { AccountStore } from './account.store.ts';
import { isPicture, type PictureStorage, pictureOf } from './picture-storage.ts';
import { reencodePicture } from './reencode-picture.ts';

const CLEARED_AT_ONCE_MAX = 100;

export interface AvatarDeps {
  readonly db: Kysely<Database>;
  readonly members: Pick<Members, 'lifecycle' | 'store'>;
  readonly store: AccountStore;
  readonly storage: PictureStorage;
}

/** Sets the member's avatar in the caller's transaction and queues the old file for deletion. */
async function replaceAvatar(
  { members, store }: AvatarDeps,
  trx: Transaction<Database>,
  memberId: MemberId,
  avatar: string | null,
): Promise<void> {
  const { avatar: old } = await members.lifecycle.lock(trx, memberId);
  await members.store.update(trx, memberId, { avatar });
  if (old !== null && old !== avatar && isPicture(old)) await store.addDroppedPicture(trx, old);
}

/** Sets a new avatar. @throws {ApiError} `picture_invalid`; `member_not_found` if the member was deleted meanwhile */
export async function setAvatar(
  deps: AvatarDeps,
  memberId: MemberId,
  bytes: Uint8Array,
): Promise<void> {
  const webp = await reencodePicture(bytes);
  const picture = pictureOf(hash('sha256', webp));
  await deps.db.transaction().execute(async (trx) => {
    // Without the lock, the cleanup job could delete the file before this transaction commits its use.
    await deps.store.lockPicture(trx, picture);
    // The file is written after the row, so that no file remains if the member was deleted meanwhile.
    await replaceAvatar(deps, trx, memberId, picture);
    await deps.storage.write(picture, webp);
  });
}

/** Removes a member's avatar, if the member has one. */
export async function removeAvatar(deps: AvatarDeps, memberId: MemberId): Promise<void> {
  await deps.db.transaction().execute((trx) => replaceAvatar(deps, trx, memberId, null));
}

/** Deletes the files of replaced avatars that no member uses. */
export async function clearDroppedPictures({
  db,
  members,
  store,
  storage,
}: AvatarDeps): Promise<void> {
  for (const picture of await store.findDroppedPictures(CLEARED_AT_ONCE_MAX)) {
    await db.transaction().execute(async (trx) => {
      await store.lockPicture(trx, picture);
      if (!(await members.lifecycle.isAvatarUsed(trx, picture))) await storage.remove(picture);
      await store.removeDroppedPicture(trx, picture);
    });
  }
}
