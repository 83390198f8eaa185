/** Downloads the directory as one file, in the format of the import (DIR-3). */
import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { exportAddress } from '../../api/directory-import.ts';
import menu from '../../ui/menu.module.css';
import { useMenu } from '../../ui/use-menu.ts';
import classes from './directory.module.css';

export function ExportMenu() {
  const { opened, button, list, close } = useMenu();
  return (
    <div className={`${menu.place} ${classes.export}`}>
      <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />} {...button}>
        Export
      </Button>
      {opened && (
        <div className={menu.list} aria-label="Export" {...list}>
          {(['csv', 'json'] as const).map((format) => (
            <a
              key={format}
              role="menuitem"
              tabIndex={-1}
              className={menu.entry}
              href={exportAddress(format)}
              download
              onClick={close}
            >
              {format.toUpperCase()}
            </a>
          ))}
        </div>
      )}
    </div>
  );
}
