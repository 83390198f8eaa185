/** Stops zod from probing for eval, which the page's policy forbids and reports. Imported before the first schema. */
import { config } from 'zod/v4/core';

config({ jitless: true });
