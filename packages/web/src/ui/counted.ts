/** Formats counts and rates: `1 office`, `1,200 messages` and `97.5%`. */
import { decimal, figure } from '@textprobe/domain/figures';

export function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** '–' if unknown. @param rate percent */
export function percentWords(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? '–' : `${decimal(rate, 1)}%`;
}

/** The counts behind the unaltered rate: `1,092 unaltered ÷ 1,120 compared; 7 not reported`. */
export function unalteredWords(
  of: { readonly unaltered: number; readonly compared: number; readonly notReported: number } | undefined,
): string {
  if (of === undefined) return 'Messages received unaltered ÷ messages compared';
  const { unaltered, compared, notReported } = of;
  const left = notReported === 0 ? '' : `; ${figure(notReported)} not reported`;
  if (compared === 0) return `Nothing reported in full yet${left}`;
  return `${figure(unaltered)} unaltered ÷ ${figure(compared)} compared${left}`;
}
