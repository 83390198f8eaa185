/** A choice among many: all there are, or some of them. */

/** All there are, or these ids. */
export type Choice = 'all' | readonly number[];

/** A choice with one entry picked or unpicked; anything that holds 'all' is just 'all' (CREATE-12). */
export function toggle(choice: Choice, picked: 'all' | number): Choice {
  if (picked === 'all') return choice === 'all' ? [] : 'all';
  if (choice === 'all') return choice;
  return choice.includes(picked) ? choice.filter((id) => id !== picked) : [...choice, picked];
}

export function isChosen(choice: Choice): boolean {
  return choice === 'all' || choice.length > 0;
}
