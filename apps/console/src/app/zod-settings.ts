// Zod reads this setting when a schema is created, so the setting must exist before any chunk with schemas loads. Zod's
// compiled validators need `eval`, which the Content-Security-Policy blocks.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
