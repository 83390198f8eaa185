/**
 * Gives every property test the same seed: one for all of `npm test`, so that it says the same of the same code, and for a soak
 * `SOAK_SEED`, another each time, so that what fails can be run again.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SOAK_SEED ?? 1) });
