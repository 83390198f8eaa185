/**
 * Numbers as people read them: `1,200` and `97.5`. Without Intl: the first locale-aware number, date or comparison costs a
 * browser 10 ms, at the start of a visit.
 */

/** @param count a whole number */
export function figure(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** With at most `digits` decimals: `3`, `97.5`. @param value not negative */
export function decimal(value: number, digits: number): string {
  const [whole, decimals] = String(Math.round(value * 10 ** digits) / 10 ** digits).split('.');
  return figure(Number(whole)) + (decimals === undefined ? '' : `.${decimals}`);
}
