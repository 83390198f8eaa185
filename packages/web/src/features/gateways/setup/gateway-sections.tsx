/** The sections of the form: its important settings, all others under More settings, and what it serves. */
import {
  Box,
  Button,
  Checkbox,
  FileButton,
  type InputWrapperProps,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Gateway } from '@textprobe/contract/gateways';
import { formatDateTime } from '@textprobe/domain/display';
import type { ReactNode } from 'react';
import { type GatewayDraft, shownFields } from './gateway-draft.ts';
import { defaultValueOf, isRequired, SENDS_MMS, type SettingField } from './setting-fields.ts';

/** Errors are shown at the field, and the hint below it, where it is read when needed. */
export const BELOW: NonNullable<InputWrapperProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];
const COLUMNS = { cols: { base: 1, sm: 2 }, spacing: 20, verticalSpacing: 'md' } as const;

interface SettingsProps {
  readonly form: UseFormReturnType<GatewayDraft>;
  /** Null for a new gateway. */
  readonly stored: Gateway | null;
}

export function Settings({ form, stored }: SettingsProps) {
  const groups = Map.groupBy(shownFields(form.values), ({ group = '' }) => group);
  const { '': shown = [], ...folded } = Object.fromEntries(groups);
  const row = (field: SettingField) => <Setting key={field.name} {...{ field, form, stored }} />;
  return (
    <>
      <SimpleGrid {...COLUMNS}>{shown.map(row)}</SimpleGrid>
      <Box component="details" mt="lg">
        <Box component="summary" fw={600} w="fit-content" style={{ cursor: 'pointer' }}>
          More settings{' '}
          <Text span size="xs" c="dimmed" ml={4}>
            {Object.keys(folded).join(' · ')}
          </Text>
        </Box>
        {Object.entries(folded).map(([group, own]) => (
          <div key={group} role="group" aria-label={group}>
            <Title order={3} size="sm" c="dimmed" mt="lg" mb="xs">
              {group}
            </Title>
            <SimpleGrid {...COLUMNS}>{own.map(row)}</SimpleGrid>
          </div>
        ))}
      </Box>
    </>
  );
}

/** A text, a select, a certificate, a secret or a checkbox. */
function Setting({ field, form, stored }: SettingsProps & { readonly field: SettingField }) {
  const { name, type, label, unit, hint, secret = false } = field;
  const { kind, without } = form.values;
  const path = `texts.${kind}.${name}`;
  const { value, ...input } = form.getInputProps(path);
  if (type === 'flag') {
    return (
      <Checkbox
        {...input}
        name={name}
        label={label}
        description={hint}
        checked={value === 'true'}
        onChange={({ currentTarget }) => form.setFieldValue(path, String(currentTarget.checked))}
      />
    );
  }
  const defaultValue = secret ? '' : defaultValueOf(field);
  // A secret is never shown: it is kept if left empty, replaced or removed.
  const setAt = stored?.secrets.find((one) => one.name === name)?.setAt ?? null;
  const isPem = type === 'pem';
  const common = {
    ...input,
    value,
    name,
    label: unit === undefined ? label : `${label} (${unit})`,
    description:
      setAt !== null
        ? `Set on ${formatDateTime(setAt)}. Leave empty to keep it.`
        : defaultValue === '' || type === 'choice'
          ? hint
          : `${hint} Default: ${defaultValue}.`,
    inputWrapperOrder: BELOW,
    required: isRequired(field) && setAt === null,
    // Otherwise the browser may fill in the user's own password, which would be sent to the carrier.
    autoComplete: secret ? 'new-password' : 'off',
    spellCheck: false,
    placeholder: setAt !== null ? 'Unchanged' : isPem ? '-----BEGIN …' : defaultValue,
  };
  const isWithout = without.includes(name);
  // A secret that is not set cannot be removed.
  const removal = field.without?.value === null && setAt === null ? undefined : field.without;
  return (
    <Box style={isPem ? { gridColumn: '1 / -1' } : {}}>
      {isWithout ? (
        <Text fw={500}>{label}</Text>
      ) : type === 'choice' ? (
        <NativeSelect
          {...common}
          data={(field.options ?? []).map((option) =>
            option.value === defaultValue ? { ...option, label: `${option.label} (default)` } : option,
          )}
        />
      ) : isPem ? (
        <>
          <Textarea {...common} rows={3} ff="monospace" />
          {/* The file stays in the browser until it is sent. */}
          <FileButton
            accept=".pem,.crt,.cer,.key,text/plain"
            onChange={(file) => void file?.text().then((text) => form.setFieldValue(path, text.trim()))}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="compact-sm"
                mt={4}
                aria-label={`${label}: load from a file`}
              >
                Load from a file
              </Button>
            )}
          </FileButton>
        </>
      ) : (
        <TextInput
          {...common}
          type={secret ? 'password' : 'text'}
          // Not a NumberInput: what is no number is sent as typed, so that the server explains what it expects.
          {...(type === 'number' && { inputMode: 'decimal' })}
        />
      )}
      {removal !== undefined && (
        <Checkbox
          mt="xs"
          label={removal.label}
          checked={isWithout}
          onChange={({ currentTarget }) => {
            const others = without.filter((one) => one !== name);
            form.setFieldValue('without', currentTarget.checked ? [...others, name] : others);
            form.clearFieldError(path);
          }}
        />
      )}
    </Box>
  );
}

export function Section({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}) {
  return (
    <Paper component="section" withBorder p="md" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

export function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text size="sm" c="dimmed" maw="68ch" my="sm">
      {children}
    </Text>
  );
}

export function Defaults({ form, stored, all }: SettingsProps & { readonly all: readonly Gateway[] }) {
  const others = all.filter(({ id }) => id !== stored?.id);
  const inPlaceOf = (name: string | undefined) => (name === undefined ? '' : `, in place of “${name}”`);
  const sms = others.find(({ isDefault }) => isDefault)?.name;
  const mms = others.find(({ isDefaultMms }) => isDefaultMms)?.name;
  return (
    <Section id="gateway-serves" title="Used by">
      <Stack gap="xs">
        <Checkbox
          {...form.getInputProps('isDefault', { type: 'checkbox' })}
          name="isDefault"
          label="Default gateway"
          description={`Sends for all offices without their own gateway${inPlaceOf(sms)}.`}
        />
        {SENDS_MMS[form.values.kind] && (
          <Checkbox
            {...form.getInputProps('isDefaultMms', { type: 'checkbox' })}
            name="isDefaultMms"
            label="Default for MMS"
            description={`Sends MMS for offices whose gateway can’t${inPlaceOf(mms)}.`}
          />
        )}
      </Stack>
      {!form.values.isDefault && sms === undefined && (
        <Text size="sm" c="var(--tp-status-partially-delivered)" mt="sm">
          {stored?.isDefault === true
            ? 'A gateway of the gateways file or the lab then takes over if it is marked as default; otherwise those offices can’t send.'
            : 'There is no default gateway, so offices without their own gateway can’t send.'}
        </Text>
      )}
      <Note>
        {stored === null ? 'After you add it, assign' : 'Assign'} offices to it on its card, one by one or a
        client at a time.
      </Note>
    </Section>
  );
}
