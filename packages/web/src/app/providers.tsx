/** What every console screen may count on: the component library under our nonce, the query cache, dialogs. */
import '../ui/library-styles.ts';
import './console.css';
import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { setNonce } from 'get-nonce';
import { type ReactNode, useState } from 'react';
import { readColorScheme, storeColorScheme } from '../api/color-scheme.ts';
import { HttpError } from '../api/http.ts';
import { DialogProvider } from '../ui/dialog-provider.tsx';
import { styleNonce } from '../ui/style-nonce.ts';
import { cssVariablesResolver, theme } from './theme.ts';

setNonce(styleNonce());

/** Stores the scheme where `color-scheme.js` reads it before the first paint. */
const colorSchemeManager: MantineColorSchemeManager = {
  get: readColorScheme,
  set: storeColorScheme,
  subscribe: () => undefined,
  unsubscribe: () => undefined,
  clear: () => storeColorScheme('auto'),
};

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // What the server has refused stays refused; only lost connections and its own faults are worth another try.
        retry: (failures, error) => failures < 2 && !(error instanceof HttpError && error.status < 500),
        retryDelay: (failures) => 400 * 2 ** failures,
      },
    },
  });
}

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // For hiding by width, which nothing here asks of the library.
      withGlobalClasses={false}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <DialogProvider>{children}</DialogProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
