/** A list as a table, or as cards where space is limited. Roles are explicit, because the card layout removes the table's own. */
import { memo, type ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './list-table.module.css';
import type { Sorted } from './sort-button.tsx';

/** A column's label, a class of its header, which sets its width, what the header has instead of the label, and how it is sorted. */
export type ListColumn = readonly [
  label: string,
  headClassName?: string | undefined,
  head?: ReactNode,
  sorted?: Sorted | undefined,
];

interface ListTableProps {
  readonly columns: readonly ListColumn[];
  readonly rowClassName: string | undefined;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  /** Skeleton rows are shown instead of `rows`. */
  readonly isLoading: boolean;
  readonly skeletonRows: number;
  /** The rows belong to another page or filter. */
  readonly isOutdated: boolean;
  readonly rows: readonly ReactNode[];
  /** Shown if there are no rows. */
  readonly empty: ReactNode;
}

export function ListTable(props: ListTableProps) {
  const { columns, rowClassName, isLoading, skeletonRows, isOutdated, rows, empty, ...labels } = props;
  return (
    <div className={`surface ${classes.frame}`}>
      <table role="table" className={classes.table} aria-busy={isLoading || isOutdated} {...labels}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(([label, className, head = label, sorted]) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                className={`${classes.head} ${className ?? ''}`}
                aria-sort={sorted}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={isOutdated ? classes.outdated : ''}>
          {isLoading ? (
            <SkeletonRows count={skeletonRows} columns={columns} rowClassName={rowClassName} />
          ) : (
            rows
          )}
          {!isLoading && rows.length === 0 && (
            <tr role="row">
              <td role="cell" colSpan={columns.length} className={classes.empty}>
                {empty}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

interface SkeletonRowsProps extends Pick<ListTableProps, 'columns' | 'rowClassName'> {
  readonly count: number;
}

/** As high as the loaded rows, to avoid a layout shift. */
const SkeletonRows = memo(function SkeletonRows({ count, columns, rowClassName }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => (
    <ListRow key={row} className={rowClassName} aria-hidden>
      {columns.map(([label]) => (
        <td key={label} role="cell" className={classes.cell}>
          <div className="bone" />
        </td>
      ))}
    </ListRow>
  ));
});

interface ListRowProps {
  readonly className: string | undefined;
  readonly 'aria-hidden'?: boolean;
  readonly children: ReactNode;
}

export function ListRow({ className = '', children, ...hidden }: ListRowProps) {
  return (
    <tr role="row" className={`${classes.row} ${className}`} {...hidden}>
      {children}
    </tr>
  );
}

interface ListCellProps {
  /** The column's label, shown above the value in the card layout. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function ListCell({ label, className = '', children }: ListCellProps) {
  return (
    <td
      role="cell"
      data-label={label}
      data-missing={children === 'N/A' || undefined}
      className={`${classes.cell} ${className}`}
    >
      {children}
    </td>
  );
}

/** A click anywhere in its row follows this link. */
export function ListLink({
  className = '',
  ...link
}: LinkProps & { readonly className?: string | undefined }) {
  return <Link className={`${classes.link} ${className}`} {...link} />;
}
