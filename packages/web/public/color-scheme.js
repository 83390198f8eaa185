// Light or dark, before anything is painted: the page holds the console's frame already, and it must not flash. It is loaded by
// itself, as the page's policy allows no script within the page. What is stored is written by src/app/color-scheme.ts.
(() => {
  const stored = localStorage.getItem('textprobe-color-scheme');
  const isDark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
