/**
 * Stops zod from probing for eval, which the page's policy forbids and reports. Without importing zod, which most screens do not load: it takes
 * its configuration from this global if there is one.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
