import type { ReactNode } from 'react'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useVersionedForm } from '@console/shared-kernel/conflicts'
import { messageOf, showToast, useApiMutation, useFeature } from '@console/shared-kernel/core'
import {
  type Machine,
  MACHINE_CONFIG_FIELDS,
  type MachineConfig,
  normaliseMachineConfig,
  versionOf,
} from '@console/shared-kernel/contracts'
import { isRecord, keysByName } from '@console/shared-kernel/rules'
import {
  FormDialog,
  LoadingFormDialog,
  ReasonField,
  showServerErrors,
  useReason,
} from '@console/shared-kernel/form'
import { nameOf, shortId } from '../model'
import { availableGamesQuery, commonConfigQuery, configQuery, saveConfig } from './api'
import { type ConfigForm, configOf, configParts, formOf, NUMBER_FIELDS, mergeCopied } from './configForm'
import { useSection } from './ConfigFields'
import { ConfigSections, SECTIONS_HEIGHT } from './ConfigSections'
import { OtherMachinesBar } from './OtherMachinesBar'

/** Heights in pixels of the bar with the copy button and of the reason, which surround the sections. */
const BAR_HEIGHT = 52
const REASON_HEIGHT = 56

interface Props {
  machine: Machine
  onClose: () => void
}

/** Loads the configuration, then shows the form. */
export function MachineConfigDialog({ machine, onClose }: Props) {
  const { data, isFetching, error, refetch } = useQuery(configQuery(machine.id))
  const reasonHeight = useReason().isOffered ? REASON_HEIGHT : 0
  const frame: Frame = {
    title: <ConfigTitle machine={machine} />,
    subtitle: `Machine configuration of ${machine.userName || nameOf(machine)}`,
    submitLabel: 'Save',
    maxWidth: 'md',
    onClose,
  }
  if (data) return <ConfigFormDialog machine={machine} config={data} frame={frame} />
  return (
    <LoadingFormDialog
      {...frame}
      loadingText="Loading configuration..."
      minHeight={{ sm: BAR_HEIGHT + SECTIONS_HEIGHT + reasonHeight }}
      failure={error && `Failed to load configuration: ${messageOf(error, 'Unknown error')}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  )
}

function ConfigTitle({ machine }: { machine: Machine }) {
  return (
    <>
      {nameOf(machine)}{' '}
      <Typography
        component="span"
        variant="body2"
        sx={{ ml: 1.5, color: 'text.secondary', fontFamily: 'monospace' }}
      >
        {shortId(machine)}
      </Typography>
    </>
  )
}

/** What the dialog shows both while it loads and afterwards. */
interface Frame {
  title: ReactNode
  subtitle: string
  submitLabel: string
  maxWidth: 'md'
  onClose: () => void
}

interface FormProps {
  machine: Machine
  config: MachineConfig
  frame: Frame
}

function ConfigFormDialog({ machine, config, frame }: FormProps) {
  const form = useForm<ConfigForm>({
    defaultValues: formOf(config),
    mode: 'onChange',
    shouldFocusError: false,
  })

  const { section, setSection, openField } = useSection(form.setFocus)
  // the field may be in a hidden section
  const showFirstInvalid = () => {
    const field = NUMBER_FIELDS.find((name) => form.getFieldState(name).invalid)
    if (field) openField(field)
  }
  const hasCommon = useFeature('commonConfig') !== undefined
  const { data: common } = useQuery({ ...commonConfigQuery(machine.id), enabled: hasCommon })

  const client = useQueryClient()
  const versioned = useVersionedForm<MachineConfig, ConfigForm>({
    what: `the configuration of ${nameOf(machine)}`,
    read: config,
    versionOf,
    normalise: (wire) => (isRecord(wire) ? normaliseMachineConfig(wire) : null),
    formOf,
    // without the list of games, game ids are shown
    parts: async () => configParts(await client.ensureQueryData(availableGamesQuery).catch(() => [])),
    onMerged: (merged, now) => {
      form.reset(formOf(now))
      form.reset(merged, { keepDefaultValues: true })
    },
  })
  const { base } = versioned
  const reason = useReason()
  const toastKey = `machine.config.${machine.id}`
  const { run, error } = useApiMutation({
    toastKey,
    call: (values: ConfigForm) =>
      saveConfig({
        machineId: machine.id,
        config: configOf(values, base),
        headers: versioned.headersFor([values, reason.body]),
        reason: reason.body,
      }),
    successToast: () => 'Machine configuration updated successfully',
    onSuccess: frame.onClose,
    onError: async (failure, values) => {
      if (await versioned.ask(failure, values)) return
      showToast('Error updating machine configuration', 'error', toastKey)
      showServerErrors(failure, keysByName(MACHINE_CONFIG_FIELDS), form.setError)
      showFirstInvalid()
    },
  })
  const failed = versioned.isAsked(error) ? null : error
  return (
    <>
      <FormDialog
        {...frame}
        busyLabel="Saving..."
        changed={form.formState.isDirty || reason.text !== ''}
        error={failed && `Failed to save configuration: ${messageOf(failed, 'Unknown error')}`}
        notice={reason.isOffered && <ReasonField reason={reason} />}
        onSubmit={form.handleSubmit(run, showFirstInvalid)}
      >
        <OtherMachinesBar
          machine={machine}
          control={form.control}
          common={common}
          onField={openField}
          onCopy={(from) => form.reset(mergeCopied(form.getValues(), from), { keepDefaultValues: true })}
        />
        <ConfigSections
          section={section}
          onSection={setSection}
          control={form.control}
          base={formOf(base)}
          common={common}
        />
      </FormDialog>
      {versioned.dialog}
    </>
  )
}
