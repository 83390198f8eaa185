/** The list of the keyboard shortcuts, by where they apply (OVERVIEW-2). */
import { Keys } from '../../ui/keys.tsx';
import { SHORTCUTS } from './shortcuts.ts';
import classes from './shortcuts-sheet.module.css';

export function ShortcutsSheet() {
  return (
    <div className={classes.sheet}>
      {SHORTCUTS.map(({ where, shortcuts }) => (
        <section key={where} className={classes.section}>
          <h3>{where}</h3>
          <dl>
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className={classes.row}>
                <dt>{does}</dt>
                <dd>
                  {keys.map((one) => (
                    <Keys key={one} of={one} />
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
