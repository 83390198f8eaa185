/** Light, dark or as the system says: remembered in local storage, shown by an attribute that both our CSS and Mantine read. */
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

export function effectiveColorScheme(scheme: ColorScheme = readColorScheme()): 'light' | 'dark' {
  if (scheme !== 'auto') return scheme;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function applyColorScheme(): void {
  document.documentElement.setAttribute('data-mantine-color-scheme', effectiveColorScheme());
}
