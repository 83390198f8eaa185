/** Keyboard shortcuts as keys: `mod` is ⌘ on a Mac, and Ctrl elsewhere. */
import classes from './keys.module.css';

const IS_MAC = /^(Mac|iPhone|iPad)/.test(navigator.platform);
const NAMES: Readonly<Record<string, string>> = { mod: IS_MAC ? '⌘' : 'Ctrl' };

/** Whether just the modifier of shortcuts is pressed: on a Mac, Ctrl and a letter edit text. */
export function isMod({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return (IS_MAC ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey;
}

/** `Ctrl+K`, or `⌘K` on a Mac. @param shortcut as in `mod+K` */
export function keyText(shortcut: string): string {
  return namesOf(shortcut).join(IS_MAC ? '' : '+');
}

/** One cap for each key. @param props.of as in `mod+K` */
export function Keys({ of }: { of: string }) {
  return (
    <span className={classes.keys}>
      {namesOf(of).map((name) => (
        <kbd key={name} className={classes.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}

function namesOf(shortcut: string): string[] {
  return shortcut.split('+').map((key) => NAMES[key] ?? key);
}
