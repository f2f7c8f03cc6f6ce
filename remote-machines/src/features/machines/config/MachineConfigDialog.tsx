import { useState, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useFormState, useWatch, type Control } from 'react-hook-form'
import { useVersionedForm } from '@console/shared-kernel/conflicts'
import { messageOf, showToast, useApiMutation } from '@console/shared-kernel/core'
import {
  CONFIG_SECTIONS,
  type ConfigSection,
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
import { availableGamesQuery, configQuery, saveConfig } from './api'
import {
  configOf,
  configParts,
  formOf,
  invalidFields,
  NUMBER_FIELDS,
  sectionOf,
  type ConfigField,
  type ConfigForm,
} from './configForm'
import { ConfigFields } from './ConfigFields'

/** In pixels: no section but the games is higher, so that the dialog seldom jumps. */
const SECTIONS_HEIGHT = 264

interface Props {
  machine: Machine
  onClose: () => void
}

/** Loads the configuration, then shows the form. */
export function MachineConfigDialog({ machine, onClose }: Props) {
  const { data, isFetching, error, refetch } = useQuery(configQuery(machine.id))
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
      minHeight={{ sm: SECTIONS_HEIGHT }}
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

/** What the dialog shows while it loads and after. */
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
  const [section, setSection] = useState<ConfigSection>('General')
  const form = useForm<ConfigForm>({
    defaultValues: formOf(config),
    mode: 'onChange',
    shouldFocusError: false,
  })

  // the invalid field may be in a hidden section
  const showFirstInvalid = () => {
    const field = NUMBER_FIELDS.find((name) => form.getFieldState(name).invalid)
    if (!field) return
    setSection(sectionOf(field))
    // after its section is rendered
    requestAnimationFrame(() => form.setFocus(field))
  }

  const client = useQueryClient()
  const versioned = useVersionedForm<MachineConfig, ConfigForm>({
    what: `the configuration of ${nameOf(machine)}`,
    read: config,
    versionOf,
    normalise: (wire) => (isRecord(wire) ? normaliseMachineConfig(wire) : null),
    formOf,
    // without the list of games, their ids are shown
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
        <Sections section={section} onSection={setSection} control={form.control} />
      </FormDialog>
      {versioned.dialog}
    </>
  )
}

interface SectionsProps {
  section: ConfigSection
  onSection: (section: ConfigSection) => void
  control: Control<ConfigForm>
}

const WRONG_ID = 'section-wrong'

/** Seen without colours too, and not part of the section's name. */
const MARKED = {
  '&, &.Mui-selected': { color: 'error.main' },
  '&::after': { content: ['" !"', '" !" / ""'], whiteSpace: 'pre', fontWeight: 'fontWeightBold' },
}

function useWrongSections(control: Control<ConfigForm>): ReadonlySet<ConfigSection> {
  const { errors } = useFormState({ control })
  const form = useWatch({ control }) as ConfigForm
  const refused = Object.keys(errors) as ConfigField[]
  return new Set([...refused, ...invalidFields(form)].map(sectionOf))
}

function Sections({ section, onSection, control }: SectionsProps) {
  const wrong = useWrongSections(control)
  const stacked = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: { xs: 'column', sm: 'row' },
        gap: { xs: 1, sm: 3 },
        minHeight: { sm: SECTIONS_HEIGHT },
      }}
    >
      <Tabs
        orientation={stacked ? 'horizontal' : 'vertical'}
        variant="scrollable"
        allowScrollButtonsMobile
        value={section}
        onChange={(_event, next: ConfigSection) => onSection(next)}
        aria-label="Sections"
        sx={{
          flexShrink: 0,
          borderRight: { sm: 1 },
          borderColor: { sm: 'divider' },
          // the first tab begins where the title does
          '& .MuiTabs-scrollButtons.Mui-disabled': { width: 0 },
        }}
      >
        {CONFIG_SECTIONS.map((name) => (
          <Tab
            key={name}
            value={name}
            label={name}
            id={`section-${name}`}
            aria-controls={`panel-${name}`}
            {...(wrong.has(name) && { 'aria-describedby': WRONG_ID })}
            sx={[
              {
                flexDirection: 'row',
                justifyContent: { sm: 'flex-start' },
                minWidth: 0,
                px: { xs: 1.25, sm: 2 },
              },
              wrong.has(name) && MARKED,
            ]}
          />
        ))}
      </Tabs>
      <span id={WRONG_ID} hidden>
        Has an error
      </span>
      {CONFIG_SECTIONS.map((name) => {
        return (
          <Box
            key={name}
            role="tabpanel"
            id={`panel-${name}`}
            aria-labelledby={`section-${name}`}
            hidden={name !== section}
            // the first field's label overlaps its top edge
            sx={{ flexGrow: 1, minWidth: 0, pt: 1 }}
          >
            {/* all others stay mounted, so that hidden fields are validated too */}
            {(name !== 'Games' || name === section) && <ConfigFields control={control} section={name} />}
          </Box>
        )
      })}
    </Box>
  )
}
