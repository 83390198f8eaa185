/** The fields for a role and partners, of an account or a token. */
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import type { Partner } from '@textprobe/contract/directory';
import { ROLE_MEANINGS, SEES_ALL } from '@textprobe/domain/role-words';
import { AUDITORS, type Role } from '@textprobe/domain/roles';
import { useChosenNames } from '../directory/chosen-names.ts';
import { nameOrId } from '../directory/labels.ts';
import { partnersQuery } from '../directory/use-directory.ts';
import type { Choice } from '../ui/choice.ts';
import { ChoicePicker } from '../ui/choice-picker.tsx';
import { RadioList } from '../ui/radio-list.tsx';
import { ALL_PARTNERS, capitalized, OFFERED_ROLES } from './rights-words.ts';

export interface Rights {
  readonly role: Role;
  readonly partnerIds: Choice;
}

interface RightsFieldsProps {
  readonly form: Pick<UseFormReturnType<Rights>, 'getInputProps' | 'values'>;
  /** Default: all. */
  readonly roles?: readonly Role[];
  /** The partners to choose from; default: all. */
  readonly among?: readonly number[] | null;
  readonly allLabel?: string;
}

export function RightsFields({ form, roles = OFFERED_ROLES, among = null, allLabel }: RightsFieldsProps) {
  const { role, partnerIds: partners } = form.values;
  const seesAll = AUDITORS.includes(role);
  const directory = useQuery(partnersQuery());
  const chosen = useChosenNames('partner', partners, directory.data);
  const offered = directory.data?.filter(({ id }) => among === null || among.includes(id));
  return (
    <>
      <RadioList
        {...form.getInputProps('role')}
        label="Role"
        name="role"
        options={OPTIONS.filter(({ value }) => roles.includes(value))}
      />
      <ChoicePicker
        {...form.getInputProps('partnerIds')}
        label="Partners"
        placeholder="Choose partners"
        allLabel={allLabel ?? ALL_PARTNERS}
        entries={offered ?? NO_PARTNERS}
        optionOf={optionOf}
        loading={directory.isPending || chosen.isLoading}
        disabled={seesAll}
        description={seesAll ? SEES_ALL : undefined}
        value={seesAll ? 'all' : partners}
        unknownLabel={(id) => nameOrId('Partner', id, chosen.names)}
      />
    </>
  );
}

/** As the server takes them: null for all. */
export function partnerIdsOf({ role, partnerIds }: Rights): number[] | null {
  return AUDITORS.includes(role) || partnerIds === 'all' ? null : [...partnerIds];
}

const OPTIONS = OFFERED_ROLES.map((value) => ({
  value,
  label: capitalized(value),
  about: ROLE_MEANINGS[value],
}));
const NO_PARTNERS: readonly Partner[] = [];

function optionOf({ id, name }: Partner) {
  return { id, label: name };
}
