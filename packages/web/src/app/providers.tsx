/** Context of every console screen: the component library with our nonce, the query cache and dialogs. */
import '@mantine/core/styles.layer.css';
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

/** Stores the scheme where `color-scheme.js` reads it before first paint. */
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
        // Retry only connection failures and server errors; a 4xx response would repeat.
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
      // Utility classes for hiding by width, which the console does not use.
      withGlobalClasses={false}
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <DialogProvider>{children}</DialogProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
