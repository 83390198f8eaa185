/** `textprobe config`: prints the settings in effect and their origin, without secrets. */
import { SETTING_TABLE } from '../settings/setting-table.ts';
import type { EffectiveSetting, Settings } from '../settings/settings.ts';

/**
 * Prints one line per setting to stdout: name, value, origin.
 * @param settings used where the parsed value says more than the text, such as for a relative path
 * @returns 0
 */
export function config(settings: Settings): number {
  const rows = settings.effective.map(
    (setting) => [setting.name, show(setting, settings), setting.origin] as const,
  );
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  for (const [name, text, origin] of rows) {
    process.stdout.write(`${name.padEnd(widths[0] ?? 0)}  ${text.padEnd(widths[1] ?? 0)}  ${origin}\n`);
  }
  return 0;
}

function show({ name, text }: EffectiveSetting, settings: Settings): string {
  if (text === null) return '-';
  if (name === 'DATA_DIR') return settings.dataDir;
  if (name === 'DATABASE_URL') return maskUrl(text);
  return 'secret' in SETTING_TABLE[name] && SETTING_TABLE[name].secret ? '(set, not shown)' : text;
}

/** The URL with passwords masked by `***`, in the user info and in the query. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return '***';
  const url = new URL(text);
  if (url.password !== '') url.password = '***';
  for (const name of new Set(url.searchParams.keys())) {
    if (/pass|secret|token|key/iu.test(name)) url.searchParams.set(name, '***');
  }
  return url.href;
}
