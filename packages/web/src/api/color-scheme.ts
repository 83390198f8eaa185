/**
 * Light, dark or as the system says: remembered in local storage, shown by an attribute that both our CSS and Mantine read.
 * `public/color-scheme.js` sets it before anything is painted.
 */
export type ColorScheme = 'light' | 'dark' | 'auto';

const KEY = 'textprobe-color-scheme';

export function readColorScheme(): ColorScheme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
}

export function storeColorScheme(scheme: ColorScheme): void {
  if (scheme === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, scheme);
}
