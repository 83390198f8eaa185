/**
 * Covers the whole screen while there is nothing to show yet (ANALYTICS-1). The banner under it says the same, and is the
 * one that is read out.
 */
import { Loader } from '@mantine/core';
import classes from './analytics-screen.module.css';

export function LoadingOverlay() {
  return (
    <div className={classes.overlay} role="progressbar" aria-label="Loading reports...">
      <Loader size={28} aria-hidden />
      <span>Loading reports...</span>
    </div>
  );
}
