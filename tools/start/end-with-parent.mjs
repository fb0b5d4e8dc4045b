/** Preloaded into helpers (`--import`): they exit with the launcher, even after kill -9. */
process.on('disconnect', () => process.exit(1));
// The listener must not keep a finished helper alive.
process.channel?.unref();
