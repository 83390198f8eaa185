/** The console's entry: colour scheme first (so nothing flashes), then the router; each screen is a chunk of its own. */
import '@fontsource-variable/inter/wght.css';
import './app/base.css';
import './app/no-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { applyColorScheme } from './app/color-scheme.ts';
import { router } from './app/router.tsx';

applyColorScheme();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
