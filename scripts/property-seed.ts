/**
 * Sets the seed of all property tests: a fixed one for `npm test`, so that its result is reproducible, and `SOAK_SEED` for
 * a soak, so that a failure can be rerun.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SOAK_SEED ?? 1) });
