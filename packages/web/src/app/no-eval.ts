/** The page's policy forbids code made of text; zod would probe for it (and be reported), so it is told not to. */
import { config } from 'zod/v4/core';

config({ jitless: true });
