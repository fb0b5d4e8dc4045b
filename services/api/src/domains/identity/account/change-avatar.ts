import { hash } from 'node:crypto';
import type { MemberId } from '@sangwian/contract/ids';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../members/members.module.ts';
import type { AccountStore } from './account.store.ts';
import { isPicture, type PictureShelf, pictureOf } from './picture-shelf.ts';
import { reencodePicture } from './reencode-picture.ts';

const CLEARED_AT_ONCE_MAX = 100;

export interface AvatarDeps {
  readonly db: Kysely<Database>;
  readonly members: Pick<Members, 'ends' | 'store'>;
  readonly store: AccountStore;
  readonly shelf: PictureShelf;
}

/** Writes the member's picture, in the caller's transaction, and notes the old one for removal. */
async function replaceAvatar(
  { members, store }: AvatarDeps,
  trx: Transaction<Database>,
  memberId: MemberId,
  avatar: string | null,
): Promise<void> {
  const { avatar: old } = await members.ends.lock(trx, memberId);
  await members.store.update(trx, memberId, { avatar });
  if (old !== null && old !== avatar && isPicture(old)) await store.dropPicture(trx, old);
}

/**
 * Gives a member a new picture.
 *
 * @throws {ApiError} `picture_invalid`; `member_not_found` where the member was deleted meanwhile
 */
export async function setAvatar(
  deps: AvatarDeps,
  memberId: MemberId,
  bytes: Uint8Array,
): Promise<void> {
  const webp = await reencodePicture(bytes);
  const picture = pictureOf(hash('sha256', webp));
  await deps.db.transaction().execute(async (trx) => {
    // Until it is committed that somebody shows the file, nobody may find it unused and take it away.
    await deps.store.lockPicture(trx, picture);
    // The file comes last: of a member who was deleted meanwhile none is left behind.
    await replaceAvatar(deps, trx, memberId, picture);
    await deps.shelf.write(picture, webp);
  });
}

/** Takes a member's picture away; nothing to take is fine. */
export async function removeAvatar(deps: AvatarDeps, memberId: MemberId): Promise<void> {
  await deps.db.transaction().execute((trx) => replaceAvatar(deps, trx, memberId, null));
}

/** Removes the files of pictures that were dropped and that nobody shows any more. */
export async function clearDroppedPictures({
  db,
  members,
  store,
  shelf,
}: AvatarDeps): Promise<void> {
  for (const picture of await store.findDroppedPictures(CLEARED_AT_ONCE_MAX)) {
    await db.transaction().execute(async (trx) => {
      await store.lockPicture(trx, picture);
      if (!(await members.ends.isAvatarUsed(trx, picture))) await shelf.remove(picture);
      await store.forgetDroppedPicture(trx, picture);
    });
  }
}
