/** Loaded into the start's helpers (`--import`): they end when the start does, kill -9 included. */
process.on('disconnect', () => process.exit(1));
// Listening alone must not keep a helper alive that has finished.
process.channel?.unref();
