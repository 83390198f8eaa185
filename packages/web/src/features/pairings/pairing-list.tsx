/** The pairings of a phone, newest first, for those who may read but not pair it (ACCT-1). */
import { useQuery } from '@tanstack/react-query';
import type { Pairing } from '@textprobe/contract/pairings';
import { getPairings } from '../../api/pairings.ts';
import { ListCell, type ListColumn, ListRow, ListTable } from '../../ui/list-table.tsx';
import rows from '../../ui/named-rows.module.css';
import { LoadFailure } from '../../ui/refresh-button.tsx';
import { useNow } from '../../ui/relative-time.ts';
import { kindLabel, stateWords, timeWords } from './pairing-states.ts';

const COLUMNS: readonly ListColumn[] = [['How it reports'], ['Created'], ['By'], ['State']];

export function PairingList({ phoneId }: { readonly phoneId: number }) {
  const { data, isError, isPending } = useQuery({
    queryKey: ['pairings', phoneId],
    queryFn: ({ signal }) => getPairings(phoneId, { signal }),
    staleTime: 0,
  });
  const now = useNow(30_000);
  if (isError && data === undefined)
    return <LoadFailure>The pairings of this phone could not be loaded.</LoadFailure>;
  return (
    <ListTable
      aria-label="Pairings"
      columns={COLUMNS}
      rowClassName={rows.row}
      isLoading={isPending}
      skeletonRows={3}
      isOutdated={false}
      empty="This phone has not been paired yet."
      rows={(data ?? []).map((pairing) => <PairingRow key={pairing.id} pairing={pairing} now={now} />)}
    />
  );
}

function PairingRow({ pairing, now }: { readonly pairing: Pairing; readonly now: number }) {
  const { kind, createdAt, madeBy } = pairing;
  return (
    <ListRow className={rows.row}>
      <ListCell label="How it reports" className={rows.name}>
        {kindLabel(kind)}
      </ListCell>
      <ListCell label="Created">{timeWords(createdAt, now)}</ListCell>
      <ListCell label="By">{madeBy ?? 'Unknown'}</ListCell>
      <ListCell label="State">{stateWords(pairing, now)}</ListCell>
    </ListRow>
  );
}
