/** A choice among many: all entries, or some of them. */

/** All entries, or those with these ids. */
export type Choice = 'all' | readonly number[];

/** Adds or removes one entry; a choice that holds 'all' is only 'all' (CREATE-12). */
export function toggle(choice: Choice, picked: 'all' | number): Choice {
  if (picked === 'all') return choice === 'all' ? [] : 'all';
  if (choice === 'all') return choice;
  return choice.includes(picked) ? choice.filter((id) => id !== picked) : [...choice, picked];
}

export function isChosen(choice: Choice): boolean {
  return choice === 'all' || choice.length > 0;
}
