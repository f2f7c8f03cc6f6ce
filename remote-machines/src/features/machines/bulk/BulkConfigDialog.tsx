import { useEffect, useMemo, useState } from 'react'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch, type UseFormSubscribe } from 'react-hook-form'
import {
  BulkDialog,
  changeColumn,
  formDifferences,
  previewSummary,
  useReadBefore,
} from '@console/shared-kernel/bulk'
import { machinesQuery, messageOf } from '@console/shared-kernel/core'
import {
  CONFIG_SECTIONS,
  type ConfigSection,
  type Machine,
  type MachineConfig,
} from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import { LoadingFormDialog, ReasonField, useReason } from '@console/shared-kernel/form'
import type { Column } from '@console/shared-kernel/table'
import { availableGamesQuery, configQuery } from '../config/api'
import { ConfigFields, useSection } from '../config/ConfigFields'
import { CopyConfigButton } from '../config/CopyConfigButton'
import {
  CONFIG_FIELDS,
  type ConfigField,
  type ConfigForm,
  configParts,
  formOf,
  invalidFields,
  sectionOf,
  mergeCopied,
  withFields,
} from '../config/configForm'
import { configCalls, type ConfigItem } from './bulkCalls'
import { machineLabel } from '../model'

const COLUMNS: Column<ConfigItem>[] = [
  {
    key: 'machine',
    header: 'Machine',
    minWidth: 120,
    cell: ({ machine }) => machineLabel(machine),
  },
  changeColumn(),
]

interface Props {
  machines: readonly Machine[]
  onClose: (done: readonly (string | number)[]) => void
}

/** Applies the touched fields to several machines. The form starts with the first machine's values. */
export function BulkConfigDialog({ machines, onClose }: Props) {
  // the machines as selected: a refresh must not change what is previewed
  const [selectedMachines] = useState(machines)
  const [first] = selectedMachines
  const { data, isFetching, error, refetch } = useQuery(configQuery(first?.id ?? ''))
  // the preview reads it again, but the form must not be refilled
  const [config, setConfig] = useState<MachineConfig | null>(null)
  if (data && !config) setConfig(data)
  const title = `Configure ${counted(selectedMachines.length, 'machine')}`
  if (config)
    return <SectionDialog title={title} machines={selectedMachines} config={config} onClose={onClose} />
  return (
    <LoadingFormDialog
      title={title}
      submitLabel="Apply"
      loadingText="Loading configuration..."
      maxWidth="md"
      failure={error && `Failed to load configuration: ${messageOf(error, 'Unknown error')}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
      onClose={() => onClose([])}
    />
  )
}

function SectionDialog({
  title,
  machines,
  config,
  onClose,
}: Props & { title: string; config: MachineConfig }) {
  const { control, subscribe, setFocus, getValues, reset } = useForm<ConfigForm>({
    defaultValues: formOf(config),
    mode: 'onChange',
  })
  const { section, setSection, openField } = useSection(setFocus)
  const { touched, touch } = useTouchedFields(subscribe)
  const [shown, setShown] = useState(machines[0]!)
  const copy = (from: MachineConfig, machine: Machine) => {
    reset(mergeCopied(getValues(), from), { keepDefaultValues: true })
    touch((before) => CONFIG_FIELDS.filter((name) => name !== 'serviceMode' || before.includes(name)))
    setShown(machine)
  }
  const form = useWatch({ control }) as ConfigForm
  const { data: games } = useQuery(availableGamesQuery)
  const reason = useReason()
  const reading = useReadBefore<Machine, MachineConfig>(machines, ({ id }) => configQuery(id))
  const { before, pending } = reading
  const invalidField = invalidFields(form, touched)[0]
  const items = useMemo(() => {
    if (pending || touched.length === 0 || invalidField) return null
    const parts = configParts(games ?? [])
    return machines.flatMap((machine, at): ConfigItem[] => {
      const now = before[at] ?? null
      const after = now && formOf(withFields(now, form, touched))
      const change = now && after && formDifferences(parts, formOf(now), after).join('. ')
      return change === '' ? [] : [{ machine, now, change }]
    })
  }, [machines, before, pending, form, touched, invalidField, games])

  return (
    <BulkDialog
      title={title}
      form={
        <Stack sx={{ gap: 2 }}>
          <Typography>
            {'Fields that you do not change keep the value that each machine has. ' +
              `The values shown are those of ${machineLabel(shown)}.`}
          </Typography>
          <Stack direction="row" sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
            <TextField
              select
              label="Section"
              value={section}
              onChange={({ target }) => setSection(target.value as ConfigSection)}
              sx={{ width: 200 }}
            >
              {CONFIG_SECTIONS.map((name) => (
                <MenuItem key={name} value={name}>
                  {name}
                </MenuItem>
              ))}
            </TextField>
            <CopyConfigButton to={counted(machines.length, 'machine')} onCopy={copy} />
          </Stack>
          {section === 'Games' && (
            <Typography>If you change the games, every machine gets exactly the selected ones.</Typography>
          )}
          <ConfigFields control={control} section={section} />
          <ReasonField reason={reason} />
        </Stack>
      }
      items={items}
      {...(invalidField && { onInvalid: () => openField(invalidField) })}
      calls={configCalls(form, touched, reason.body)}
      columns={COLUMNS}
      summary={
        items
          ? previewSummary({
              noun: 'machine',
              changing: items.length,
              leftOut: machines.length - items.length,
              reason: 'already the same',
              ...reading,
            })
          : pending
            ? 'Reading their configurations...'
            : missingPreviewReason(invalidField, section)
      }
      changed={touched.length > 0 || reason.text !== ''}
      applyLabel="Apply"
      refetch={machinesQuery.queryKey}
      onClose={onClose}
    />
  )
}

/** Not the dirty fields: the first machine's own value may be meant for the others. */
function useTouchedFields(subscribe: UseFormSubscribe<ConfigForm>) {
  const [touched, touch] = useState<readonly ConfigField[]>([])
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name, type }) => {
          if (type !== 'change' || name === undefined) return
          const field = name as ConfigField
          touch((before) => (before.includes(field) ? before : [...before, field]))
        },
      }),
    [subscribe],
  )
  return { touched, touch }
}

/** Why there is no preview. The invalid field may be in another section. */
function missingPreviewReason(invalidField: ConfigField | undefined, shown: ConfigSection): string {
  if (!invalidField) return 'Change a field to see what will change.'
  const section = sectionOf(invalidField)
  return section === shown
    ? 'Correct the marked fields to see what will change.'
    : `Correct the marked fields in ${section} to see what will change.`
}
