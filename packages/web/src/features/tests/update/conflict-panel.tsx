/** Shown over the form if the test was changed since it was opened: both versions side by side, with a choice between them. */
import { Button } from '@mantine/core';
import type { Test } from '@textprobe/contract/tests';
import { formatDateTime } from '@textprobe/domain/display';
import { useEffect, useMemo, useRef, useState } from 'react';
import { byId } from '../../../directory/use-directory.ts';
import type { Draft } from '../form/draft.ts';
import { draftToUpdate } from '../form/draft.ts';
import type { Attachment } from '../form/use-attachments.ts';
import { type Recipients, useRecipients } from '../form/use-recipients.ts';
import classes from './conflict-panel.module.css';
import { differencesOf, draftWords, type Names } from './draft-words.ts';

interface ConflictPanelProps {
  /** The test as stored now. */
  readonly saved: Test;
  /** The test as it was when the form opened, if known. */
  readonly before: Test | null;
  readonly draft: Draft;
  readonly chosen: readonly Attachment[];
  readonly onOverwrite: () => void;
  readonly onDiscard: () => void;
}

export function ConflictPanel(props: ConflictPanelProps) {
  const { saved, before, draft, chosen, onOverwrite, onDiscard } = props;
  const [now] = useState(() => Date.now());
  const theirs = useMemo(() => draftToUpdate(saved, now), [saved, now]);
  const names = namesOf([useRecipients(theirs), useRecipients(draft)]);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);

  const fileNames = chosen.map(({ file }) => file.name);
  const differences = differencesOf(
    draftWords(theirs, names),
    draftWords(draft, names, draft.messageType === 'MMS' ? fileNames : []),
  );
  const wasStopped = before?.recurrenceActive === true && !saved.recurrenceActive;
  return (
    <div ref={panel} className={classes.panel} role="alert" tabIndex={-1}>
      <h2>Test {saved.testId} was changed after you opened it</h2>
      <p>
        It was last saved on {formatDateTime(saved.updateTimestamp)} (Los Angeles). Your changes are not
        saved.
        {wasStopped && ' Its recurrence was stopped: your version would start it again.'}
      </p>
      {differences.length > 0 ? (
        <table className={classes.versions}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Saved version</th>
              <th scope="col">Your version</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, saved: theirs, mine }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{theirs}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p>Both versions are the same.</p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onDiscard}>
          Use the saved version
        </Button>
        <Button variant="default" onClick={onOverwrite}>
          Overwrite with my version
        </Button>
      </div>
    </div>
  );
}

/** Names of everything that either version refers to. */
function namesOf(versions: readonly Recipients[]): Names {
  const retired = (kind: keyof Recipients['chosen']) =>
    new Map(versions.flatMap(({ chosen }) => [...chosen[kind].names]));
  return {
    partners: new Map([
      ...retired('partners'),
      ...byId(versions.flatMap(({ partners }) => partners.data ?? [])),
    ]),
    clients: new Map([...retired('clients'), ...byId(versions.flatMap(({ clients }) => clients.data))]),
    offices: byId(versions.flatMap(({ offices }) => offices.data)),
    phones: byId(versions.flatMap(({ allPhones }) => allPhones)),
    retired: { offices: retired('offices'), phones: retired('phones') },
  };
}
