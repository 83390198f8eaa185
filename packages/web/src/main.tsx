/** Renders the console's router, which loads each screen as its own chunk. */
import './app/no-eval.ts';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
// In a new task: evaluating this script has blocked the browser long enough.
setTimeout(() => {
  const router = createRouter();
  // In a transition: React renders in slices and yields to the browser between them.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
});
