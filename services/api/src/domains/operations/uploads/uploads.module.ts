import type { PhotoOwner } from '@sangwian/contract/rules/photo-formats';
import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { AuditNotes } from '../../../platform/http/audit-notes.ts';
import type { ApiModule, Staff } from '../../../platform/http/handler.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import {
  cropPhoto,
  ENCODE_TASK,
  readPhoto,
  removePhoto,
  type UploadDeps,
  uploadPhoto,
} from './change-photo.ts';
import { clearDroppedFolders, encodePresentPhoto } from './encode-job.ts';
import { createPhotoFiles } from './photo-files.ts';
import { parsePhotoPath, servePhotos } from './serve-photos.ts';
import { type PhotoSubject, UploadsStore } from './uploads.store.ts';

export interface UploadsModuleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly objects: ObjectStore;
}

interface OwnerParams {
  readonly owner: PhotoOwner;
  readonly owner_id: string;
}

const subjectOf = ({ owner, owner_id }: OwnerParams): PhotoSubject => ({
  owner,
  ownerId: owner_id,
});

/** Returns the fighter or the card of a change, and records its id in the audit. */
function audited({
  params,
  audit,
}: {
  readonly params: OwnerParams;
  readonly audit: AuditNotes | null;
}): PhotoSubject {
  audit?.note({ subjectType: params.owner, subjectId: params.owner_id });
  return subjectOf(params);
}

const editOf = (
  { staff, audit }: { readonly staff: Pick<Staff, 'name'>; readonly audit: AuditNotes | null },
  version: number | undefined,
) => ({ by: staff.name, version, audit });

/** Returns the function that reads a published file by its URL. */
export const createPhotoReader =
  (objects: ObjectStore) =>
  async (path: string): Promise<Buffer | null> => {
    const file = parsePhotoPath(path);
    return file === null ? null : createPhotoFiles(objects).read(file.folder, file.name);
  };

/** Creates the module of uploaded photos of fighters and cards. */
export function createUploadsModule({ db, bus, clock, objects }: UploadsModuleDeps): ApiModule {
  const files = createPhotoFiles(objects);
  const deps: UploadDeps = { db, bus, files, store: new UploadsStore(db) };
  return {
    handlers: {
      'GET /operator/photos/{owner}/{owner_id}': async ({ params }) => ({
        data: await readPhoto(deps, subjectOf(params)),
      }),
      'PUT /operator/photos/{owner}/{owner_id}': async (call) => {
        const subject = audited(call);
        const edit = editOf(call, call.query.version);
        return { data: await uploadPhoto(deps, { subject, edit, bytes: call.upload.bytes }) };
      },
      'PUT /operator/photos/{owner}/{owner_id}/crop': async (call) => {
        const subject = audited(call);
        const { version, crop, focus_x: focusX, focus_y: focusY } = call.body;
        const edit = editOf(call, version);
        return { data: await cropPhoto(deps, { subject, edit, crop, focusX, focusY }) };
      },
      'DELETE /operator/photos/{owner}/{owner_id}': async (call) => {
        const edit = editOf(call, call.query.version);
        await removePhoto(deps, { subject: audited(call), edit });
        return { data: {} };
      },
    },
    register: (app) => servePhotos(app, files),
    tasks: [
      { name: ENCODE_TASK, run: (_signal, payload) => encodePresentPhoto(deps, payload) },
      {
        name: 'photo_cleanup',
        crontab: '20 * * * *',
        run: () => clearDroppedFolders(deps, clock()),
      },
    ],
  };
}
