/** The apps and provider accounts that report for phones, below the keys. */
import { IconBan, IconPencil, IconRefresh } from '@tabler/icons-react';
import type { HandsetSource } from '@textprobe/contract/handset-sources';
import { formatDateTime } from '@textprobe/domain/display';
import { parseTimestamp } from '@textprobe/domain/los-angeles-time';
import { ADMINISTRATORS } from '@textprobe/domain/roles';
import { SOURCE_KINDS } from '../../handsets/key-words.ts';
import { ListCell, type ListColumn, ListRow, ListTable } from '../../ui/list-table.tsx';
import rows from '../../ui/named-rows.module.css';
import { LoadFailure } from '../../ui/refresh-button.tsx';
import { useMay } from '../../ui/role.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import classes from './handset-keys.module.css';
import { LastUse } from './keys-table.tsx';
import { useHandsetSources } from './use-handset-keys.ts';
import type { KeyActions } from './use-key-actions.tsx';

const COLUMNS: readonly ListColumn[] = [
  ['Name'],
  ['Type'],
  ['Phones'],
  ['Created by', classes.makerColumn],
  ['Last use', classes.useColumn],
];
const ACTIONS: ListColumn = ['Actions', rows.actionsColumn];
const PHONES_SHOWN = 3;

interface SourcesSectionProps {
  readonly phoneName: (id: number) => string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly actions: KeyActions;
  readonly onRename: (source: HandsetSource) => void;
  readonly onRotate: (source: HandsetSource) => void;
}

export function SourcesSection({ phoneName, now, actions, onRename, onRotate }: SourcesSectionProps) {
  const { data, isError } = useHandsetSources();
  const mayChange = useMay(ADMINISTRATORS);

  function phoneWords({ phones }: HandsetSource): string {
    const names = [...new Set(phones.map(({ phoneID }) => phoneID))].map(phoneName);
    const more = names.length - PHONES_SHOWN;
    return `${names.slice(0, PHONES_SHOWN).join(', ')}${more > 0 ? ` +${more}` : ''}` || 'None yet';
  }

  return (
    <section className={classes.sources} aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      <p>Apps and provider accounts that report for phones, each with a URL and a secret.</p>
      {isError && <LoadFailure>The sources could not be loaded.</LoadFailure>}
      <ListTable
        aria-labelledby="sources"
        columns={mayChange ? [...COLUMNS, ACTIONS] : COLUMNS}
        rowClassName={`${rows.row} ${classes.row}`}
        isLoading={data === undefined && !isError}
        skeletonRows={2}
        isOutdated={false}
        empty="No sources yet. Pair a phone to connect an app or a Twilio number."
        rows={(data ?? []).map((source) => (
          <ListRow key={source.id} className={`${rows.row} ${classes.row}`}>
            <ListCell label="Name" className={rows.name}>
              <strong>{source.name}</strong>
              {source.oldSecretUntil !== null && (parseTimestamp(source.oldSecretUntil) ?? 0) > now && (
                <span className={classes.soft}>
                  Old secret works until {formatDateTime(source.oldSecretUntil)}
                </span>
              )}
            </ListCell>
            <ListCell label="Type">{SOURCE_KINDS[source.kind]}</ListCell>
            <ListCell label="Phones">{phoneWords(source)}</ListCell>
            <ListCell label="Created by">{source.madeBy ?? '–'}</ListCell>
            <ListCell label="Last use" className={classes.figures}>
              <LastUse of={source} now={now} />
            </ListCell>
            {mayChange && (
              <ListCell label="Actions" className={rows.actions}>
                <RowMenu
                  of={source.name}
                  actions={[
                    ['Rename', IconPencil, () => onRename(source)],
                    ['Rotate', IconRefresh, () => onRotate(source)],
                    ['Revoke', IconBan, () => actions.revokeSource(source)],
                  ]}
                />
              </ListCell>
            )}
          </ListRow>
        ))}
      />
    </section>
  );
}
