// Sets the color scheme before first paint, because the page must not flash. A separate file,
// because the page's policy forbids inline scripts. The stored value is written by src/api/color-scheme.ts.
(() => {
  const stored = localStorage.getItem('textprobe-color-scheme');
  const isDark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
