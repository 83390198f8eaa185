/** `textprobe config`: the settings that count, and where each came from. No secret is shown. */
import { SETTING_TABLE } from '../settings/setting-table.ts';
import type { EffectiveSetting, Settings } from '../settings/settings.ts';

/**
 * Prints one line a setting to stdout: name, value, origin; always 0.
 * @param settings shown where a value says more than its text, as for a path that was relative
 */
export function config(settings: Settings, effective: readonly EffectiveSetting[]): number {
  const rows = effective.map((setting) => [setting.name, show(setting, settings), setting.origin] as const);
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

/** The address with its password replaced by `***`, in the place before the host and in the query; else unchanged. */
export function maskUrl(text: string): string {
  if (!URL.canParse(text)) return '***';
  const url = new URL(text);
  if (url.password !== '') url.password = '***';
  for (const name of new Set(url.searchParams.keys())) {
    if (/pass|secret|token|key/iu.test(name)) url.searchParams.set(name, '***');
  }
  return url.href;
}
