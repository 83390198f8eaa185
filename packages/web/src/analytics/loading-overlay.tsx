/** Covers the whole screen while there is nothing to show yet (ANALYTICS-1). */
import { Loader } from '@mantine/core';
import classes from './analytics-screen.module.css';

export function LoadingOverlay() {
  return (
    <div className={classes.overlay} role="status">
      <Loader size={28} aria-hidden />
      <span>Loading reports...</span>
    </div>
  );
}
