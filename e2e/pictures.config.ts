/** How the pictures of the screens are taken: like a browser test, but not one. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig(base, { testMatch: '**/*.pictures.ts', timeout: 120_000 });
