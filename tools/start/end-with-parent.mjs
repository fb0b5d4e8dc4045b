/** Preloaded into helper processes (`--import`), so that they exit with the launcher, even after `kill -9`. */
process.on('disconnect', () => process.exit(1));
// The IPC channel must not keep a finished helper alive.
process.channel?.unref();
