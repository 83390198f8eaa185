/** A list as a table, or as cards where space is limited. Roles are explicit, because the card layout removes the table's own. */
import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './list-table.module.css';

/** A column's label, and the class or other props of its header: `children` replace the label. */
export type ListColumn = readonly [label: string, head?: string | ComponentProps<'th'> | undefined];

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
            {columns.map(([label, head]) => {
              const { className = '', ...th } = typeof head === 'string' ? { className: head } : (head ?? {});
              return (
                <th
                  key={label}
                  role="columnheader"
                  scope="col"
                  className={`${classes.head} ${className}`}
                  {...th}
                >
                  {th.children ?? label}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody role="rowgroup" className={isOutdated ? classes.outdated : ''}>
          {isLoading
            ? Array.from({ length: skeletonRows }, (_, row) => (
                // As high as the loaded rows, to avoid a layout shift.
                <ListRow key={row} className={rowClassName} aria-hidden>
                  {columns.map(([label]) => (
                    <td key={label} role="cell" className={classes.cell}>
                      <div className="bone" />
                    </td>
                  ))}
                </ListRow>
              ))
            : rows}
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

export function ListRow({ className = '', ...row }: ComponentProps<'tr'>) {
  return <tr role="row" className={`${classes.row} ${className}`} {...row} />;
}

interface ListCellProps {
  /** The column's label, shown above the value in the card layout. */
  readonly label: string;
  /** Its place in the card layout: see list-table.module.css. */
  readonly card?: 'name' | 'end' | 'line' | 'first' | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function ListCell({ label, card, className = '', children }: ListCellProps) {
  return (
    <td
      role="cell"
      data-label={label}
      data-card={card}
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
