/** Stops zod from probing for eval, which the page's policy forbids and reports. */
import { config } from 'zod/v4/core';

config({ jitless: true });
