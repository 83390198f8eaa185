/** Draws the console: the router, by which each screen is a chunk of its own. */
import './app/no-eval.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
// Once the browser has had its turn: to read all this script has kept it long enough.
setTimeout(() => {
  const router = createRouter();
  // Drawn in slices between which the browser can do something else, not at one go.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
});
