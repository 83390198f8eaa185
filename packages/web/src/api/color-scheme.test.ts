/** The stored color scheme, and how the page applies it before first paint. */
import { afterEach, expect, it, vi } from 'vitest';
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
])(
  'with the scheme %s and a dark system: %s, the page is painted %s',
  async (scheme, isSystemDark, painted) => {
    const localStorage = storage();
    vi.stubGlobal('localStorage', localStorage);
    storeColorScheme('dark');
    storeColorScheme(scheme);
    expect(readColorScheme()).toBe(scheme);
    const setAttribute = vi.fn();
    vi.stubGlobal('matchMedia', () => ({ matches: isSystemDark }));
    vi.stubGlobal('document', { documentElement: { setAttribute } });
    // A unique URL each time, since a module runs only once.
    const script = new URL(`../../public/color-scheme.js?${scheme}-${isSystemDark}`, import.meta.url);
    await import(/* @vite-ignore */ script.href);
    expect(setAttribute).toHaveBeenCalledWith('data-mantine-color-scheme', painted);
  },
);
