/** The actions of a row, in a menu at its end. */
import { IconDotsVertical } from '@tabler/icons-react';
import menu from './menu.module.css';
import classes from './row-menu.module.css';
import { useMenu } from './use-menu.ts';

export type RowAction = readonly [words: string, icon: typeof IconDotsVertical, act: () => unknown];

interface RowMenuProps {
  /** The row's name. */
  readonly of: string;
  readonly actions: readonly RowAction[];
}

export function RowMenu({ of, actions }: RowMenuProps) {
  const { opened, button, list, close } = useMenu();
  const label = `Actions for ${of}`;
  return (
    <div className={classes.place}>
      <button type="button" className="icon-button" aria-label={label} {...button}>
        <IconDotsVertical size={18} stroke={1.7} aria-hidden />
      </button>
      {opened && (
        <div className={menu.list} aria-label={label} {...list}>
          {actions.map(([words, Icon, act]) => (
            <button
              key={words}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={menu.entry}
              onClick={() => {
                close();
                act();
              }}
            >
              <Icon size={16} stroke={1.7} aria-hidden />
              {words}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
