// Zod reads this when a schema is created, so it is set before any chunk with schemas loads. Zod's compiled validators
// need `eval`, which the Content-Security-Policy refuses and reports.
Reflect.set(globalThis, '__zod_globalConfig', { jitless: true });
