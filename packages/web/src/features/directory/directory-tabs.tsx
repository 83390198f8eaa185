/** The four lists of the directory, above each of them and above the page of a phone. */
import { NavLink } from 'react-router';
import classes from './directory.module.css';
import { KINDS } from './kinds.ts';

const TABS = Object.entries(KINDS).map(([kind, { title }]) => ({ to: `/directory/${kind}`, title }));

export function DirectoryTabs() {
  return (
    <nav className={classes.tabs} aria-label="Directory">
      {TABS.map(({ to, title }) => (
        <NavLink key={to} to={to} className={classes.tab ?? ''}>
          {title}
        </NavLink>
      ))}
    </nav>
  );
}
