/** A parent to be killed: starts the embedded database of the given folder, says how to reach it, and stays. */
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const database = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
process.send?.({ url: database.url, supervisorPid: database.supervisorPid });
process.on('message', () => undefined);
