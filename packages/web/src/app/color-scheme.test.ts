/** What is stored of light and dark, and what the page makes of it before anything is painted. */
import { afterEach, expect, it, vi } from 'vitest';
import script from '../../public/color-scheme.js?raw';
import { type ColorScheme, readColorScheme, storeColorScheme } from './color-scheme.ts';

afterEach(() => vi.unstubAllGlobals());

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
}

it.each<[ColorScheme, boolean, string]>([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['auto', true, 'dark'],
  ['auto', false, 'light'],
])('of %s, where the system is dark: %s, the page is painted %s', (scheme, isSystemDark, painted) => {
  const localStorage = storage();
  vi.stubGlobal('localStorage', localStorage);
  storeColorScheme('dark');
  storeColorScheme(scheme);
  expect(readColorScheme()).toBe(scheme);
  const setAttribute = vi.fn();
  const run = new Function('localStorage', 'matchMedia', 'document', script);
  run(localStorage, () => ({ matches: isSystemDark }), { documentElement: { setAttribute } });
  expect(setAttribute).toHaveBeenCalledWith('data-mantine-color-scheme', painted);
});
