/** Gives every property test of a soak the same seed, `SOAK_SEED`: what fails can be run again. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.SOAK_SEED) });
