/** Whose message the preview shows: a choice where there are several, and plain words where there is none to make. */
import { NativeSelect } from '@mantine/core';
import classes from './preview.module.css';

interface PreviewChoiceProps {
  readonly label: string;
  readonly options: readonly { readonly id: number; readonly label: string }[];
  /** Where there are no options. */
  readonly none: string;
  readonly chosen: number | undefined;
  readonly onChoose: (id: number) => void;
}

export function PreviewChoice({ label, options, none, chosen, onChoose }: PreviewChoiceProps) {
  if (options.length < 2) {
    const [only] = options;
    return (
      <div className={`${classes.line} ${classes.plain}`}>
        <span className={classes.lineLabel}>{label}</span>
        <span className={only === undefined ? classes.none : classes.only}>{only?.label ?? none}</span>
      </div>
    );
  }
  return (
    <NativeSelect
      size="xs"
      label={label}
      classNames={{ root: classes.line, label: classes.lineLabel }}
      value={String(chosen ?? '')}
      data={options.map(({ id, label: words }) => ({ value: String(id), label: words }))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  );
}
