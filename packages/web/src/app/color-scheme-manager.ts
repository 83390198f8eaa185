/** Lets the component library keep its colour scheme where ours is kept. */
import type { MantineColorSchemeManager } from '@mantine/core';
import { readColorScheme, storeColorScheme } from './color-scheme.ts';

export const colorSchemeManager: MantineColorSchemeManager = {
  get: () => readColorScheme(),
  set: storeColorScheme,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => storeColorScheme('auto'),
};
