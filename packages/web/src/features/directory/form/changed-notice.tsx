/** In the form of an entry that someone else has saved since it was opened. */
import classes from './entry-form.module.css';

interface ChangedNoticeProps {
  readonly isLoading: boolean;
  readonly onLoad: () => void;
}

export function ChangedNotice({ isLoading, onLoad }: ChangedNoticeProps) {
  return (
    <div role="alert" className={classes.changed}>
      <p>Changed by someone else in the meantime, so nothing was saved. Your input is kept.</p>
      <button type="button" aria-disabled={isLoading} onClick={onLoad}>
        Load the latest version
      </button>
    </div>
  );
}
