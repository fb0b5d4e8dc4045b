/** A parent process for tests to kill: starts the embedded database of a folder and sends its URL. */
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const database = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
process.send?.({ url: database.url, supervisorPid: database.supervisorPid });
process.on('message', () => undefined);
