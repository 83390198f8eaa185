/** Context of every page: the component library with our nonce, and dialogs. */
import '@mantine/core/styles.layer.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { readColorScheme, storeColorScheme } from '../api/color-scheme.ts';
import { OpenDialogs } from '../ui/dialogs.tsx';
import { styleNonce } from '../ui/style-nonce.ts';
import { cssVariablesResolver, theme } from './theme.ts';

setNonce(styleNonce());

/** Stores the scheme where `color-scheme.js` reads it before first paint. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: readColorScheme,
  set: storeColorScheme,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => storeColorScheme('auto'),
};

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      {children}
      <OpenDialogs />
    </MantineProvider>
  );
}
