/** The checkboxes that select tests for a bulk action: one in each row, and one for all rows of the page (OVERVIEW-2). */
import type { Test } from '@textprobe/contract/tests';
import type { Dispatch } from 'react';
import classes from './choose-box.module.css';
import type { ChoosingChange } from './use-chosen.ts';

interface ChooseTestProps {
  readonly testId: number;
  readonly isChosen: boolean;
  readonly onChoose: Dispatch<ChoosingChange>;
}

export function ChooseTest({ testId, isChosen, onChoose }: ChooseTestProps) {
  return (
    <label className={classes.one}>
      <input
        type="checkbox"
        className={classes.box}
        aria-label={`Select test ${testId}`}
        checked={isChosen}
        onChange={({ currentTarget: { checked }, nativeEvent }) =>
          // The native event is a click, and has the Shift key for a press of Space too.
          onChoose({
            kind: 'one',
            testId,
            isChosen: checked,
            isRange: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey,
          })
        }
      />
    </label>
  );
}

interface ChooseAllProps {
  readonly tests: readonly Test[] | undefined;
  readonly chosen: ReadonlySet<number>;
  readonly onChoose: Dispatch<ChoosingChange>;
}

/** Empty while there are no rows. */
export function ChooseAll({ tests = [], chosen, onChoose }: ChooseAllProps) {
  const count = tests.filter(({ testId }) => chosen.has(testId)).length;
  const isAll = count === tests.length;
  if (tests.length === 0) return <span className={classes.words}>Select</span>;
  return (
    <label className={classes.all}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = count > 0 && !isAll;
        }}
        type="checkbox"
        className={classes.box}
        checked={isAll}
        onChange={() => onChoose({ kind: 'all', isChosen: !isAll })}
      />
      <span className={classes.words}>Select all on this page</span>
    </label>
  );
}
