/**
 * What an import would do: how many entries of each state, and those that are not the same (DIR-3).
 * Roles are explicit, because the layout on phones removes the table's own.
 */
import type { DirectoryImport, IMPORT_ROWS, ImportRow } from '@textprobe/contract/directory-import';
import { figure } from '@textprobe/domain/figures';
import { KINDS } from '../kinds.ts';
import classes from './import-dialog.module.css';

const MAX_ROWS: typeof IMPORT_ROWS = 1_000;

const STATES = [
  ['new', 'New'],
  ['changed', 'Changed'],
  ['same', 'Same'],
  ['wrong', 'Wrong'],
] as const;
const STATE_LABELS = new Map<string, string>(STATES);

export function entriesWords(count: number): string {
  return count === 1 ? '1 entry' : `${figure(count)} entries`;
}

export function ImportPreview({ preview }: { readonly preview: DirectoryImport }) {
  const { rows, wrong, notices } = preview;
  const isUnchanged = rows.length === 0;
  return (
    <>
      <dl className={classes.counts}>
        {STATES.map(([state, label]) => (
          <div key={state} data-state={preview[state] > 0 ? state : undefined}>
            <dt>{label}</dt>
            <dd>{figure(preview[state])}</dd>
          </div>
        ))}
      </dl>
      {wrong > 0 && (
        <p className={classes.wrong}>Correct the file and choose it again. Nothing has been imported.</p>
      )}
      {notices.map((notice) => (
        <p key={notice} className={classes.hint}>
          {notice}
        </p>
      ))}
      {isUnchanged && <p className={classes.hint}>The directory already has everything in this file.</p>}
      {!isUnchanged && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by keyboard.
        <section className={classes.scroll} aria-label="Preview" tabIndex={0}>
          <table role="table" className={classes.rows}>
            <thead role="rowgroup">
              <tr role="row">
                {['Line', 'Result', 'Kind', 'Entry', 'Details'].map((label) => (
                  <th key={label} role="columnheader" scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {rows.map((row, index) => (
                <PreviewRow key={index} row={row} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {rows.length === MAX_ROWS && <p className={classes.hint}>The first {figure(MAX_ROWS)} are listed.</p>}
    </>
  );
}

function PreviewRow({ row: { line, state, kind, name, message } }: { readonly row: ImportRow }) {
  return (
    <tr role="row" data-state={state}>
      <td role="cell">{line ?? '–'}</td>
      <td role="cell">{STATE_LABELS.get(state)}</td>
      <td role="cell">{kind === null ? '–' : KINDS[kind].noun}</td>
      <td role="cell">{name ?? '–'}</td>
      <td role="cell">{message ?? ''}</td>
    </tr>
  );
}
