import type { Kysely } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule } from '../../../platform/http/handler.ts';
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
import { parsePhotoPath, servePhotos } from './serve-photos.ts';
import { UploadsStore } from './uploads.store.ts';

export interface UploadsModuleDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly objects: ObjectStore;
}

/** Returns the reader of the files that fans see, by their addresses. */
export const createPhotoReader =
  (objects: Pick<ObjectStore, 'read'>) =>
  async (path: string): Promise<Buffer | null> => {
    const file = parsePhotoPath(path);
    return file === null ? null : objects.read(file.folder, file.name);
  };

/** Creates the module of uploaded photos of fighters and cards. */
export function createUploadsModule({ db, bus, clock, objects }: UploadsModuleDeps): ApiModule {
  const deps: UploadDeps = { db, bus, objects, store: new UploadsStore(db) };
  const subjectOf = ({ owner, owner_id }: { owner: 'fighter' | 'program'; owner_id: string }) => ({
    owner,
    ownerId: owner_id,
  });
  return {
    handlers: {
      'GET /operator/photos/{owner}/{owner_id}': async ({ params }) => ({
        data: await readPhoto(deps, subjectOf(params)),
      }),
      'PUT /operator/photos/{owner}/{owner_id}': async ({ params, query, upload, staff }) => ({
        data: await uploadPhoto(deps, {
          subject: subjectOf(params),
          edit: { by: staff.name, version: query.version },
          bytes: upload.bytes,
        }),
      }),
      'PUT /operator/photos/{owner}/{owner_id}/crop': async ({ params, body, staff }) => ({
        data: await cropPhoto(deps, {
          subject: subjectOf(params),
          edit: { by: staff.name, version: body.version },
          crop: body.crop,
          focusX: body.focus_x,
          focusY: body.focus_y,
        }),
      }),
      'DELETE /operator/photos/{owner}/{owner_id}': async ({ params, query, staff }) => {
        await removePhoto(deps, {
          subject: subjectOf(params),
          edit: { by: staff.name, version: query.version },
        });
        return { data: {} };
      },
    },
    register: (app) => servePhotos(app, objects),
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
