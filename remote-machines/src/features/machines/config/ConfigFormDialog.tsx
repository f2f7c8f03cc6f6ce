import { useState, type ReactNode } from 'react'
import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { useForm } from 'react-hook-form'
import { messageOf, useApiMutation } from '@console/shared-kernel/core'
import { type Machine, MACHINE_CONFIG_FIELDS, type MachineConfig } from '@console/shared-kernel/contracts'
import { keysByName } from '@console/shared-kernel/rules'
import { FormDialog, showServerErrors } from '@console/shared-kernel/form'
import { saveConfig } from './api'
import { GamesSection } from './GamesSection'
import { configOf, formOf, NUMBER_FIELDS, NUMBERS, SECTIONS, type ConfigForm, type Section } from './model'
import { GeneralSection, PaymentSection, SecuritySection, TechnicalSection } from './sections'

/** In pixels: as tall as the tallest section, so that nothing jumps from one to another. */
export const SECTIONS_HEIGHT = 520

interface Props {
  title: ReactNode
  machine: Machine
  config: MachineConfig
  onClose: () => void
}

export function ConfigFormDialog({ title, machine, config, onClose }: Props) {
  const [section, setSection] = useState<Section>('General')
  const stacked = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'))
  const form = useForm<ConfigForm>({
    defaultValues: formOf(config),
    mode: 'onChange',
    shouldFocusError: false,
  })
  const { control } = form

  // what is wrong may be in a section that is not shown
  const showFirstWrong = () => {
    const field = NUMBER_FIELDS.find((name) => form.getFieldState(name).invalid)
    if (!field) return
    setSection(NUMBERS[field].section)
    // once its section is drawn
    requestAnimationFrame(() => form.setFocus(field))
  }

  const { run, error } = useApiMutation({
    call: (values: ConfigForm) => saveConfig({ machineId: machine.id, config: configOf(values, config) }),
    successToast: () => 'Machine configuration updated successfully',
    onSuccess: onClose,
    errorToast: () => 'Error updating machine configuration',
    onError: (failure) => {
      showServerErrors(failure, keysByName(MACHINE_CONFIG_FIELDS), form.setError)
      showFirstWrong()
    },
  })
  return (
    <FormDialog
      title={title}
      submitLabel="Save"
      busyLabel="Saving..."
      maxWidth="md"
      changed={form.formState.isDirty}
      error={error && `Failed to save configuration: ${messageOf(error, 'Unknown error')}`}
      onSubmit={form.handleSubmit(run, showFirstWrong)}
      onClose={onClose}
    >
      <Box
        sx={{
          display: 'flex',
          flexDirection: { xs: 'column', sm: 'row' },
          gap: 3,
          minHeight: { sm: SECTIONS_HEIGHT },
        }}
      >
        <Tabs
          orientation={stacked ? 'horizontal' : 'vertical'}
          variant="scrollable"
          allowScrollButtonsMobile
          value={section}
          onChange={(_event, next: Section) => setSection(next)}
          aria-label="Sections"
          sx={{ flexShrink: 0, borderRight: { sm: 1 }, borderColor: { sm: 'divider' } }}
        >
          {SECTIONS.map((name) => (
            <Tab
              key={name}
              value={name}
              label={name}
              id={`section-${name}`}
              aria-controls={`panel-${name}`}
              sx={{ alignItems: { sm: 'flex-start' }, minWidth: 0, px: { xs: 1.25, sm: 2 } }}
            />
          ))}
        </Tabs>
        {SECTIONS.map((name) => (
          // all of them stay, so that what is wrong in one is found when another is shown
          <Box
            key={name}
            role="tabpanel"
            id={`panel-${name}`}
            aria-labelledby={`section-${name}`}
            hidden={name !== section}
            // the label of a first field stands half above it
            sx={{ flexGrow: 1, minWidth: 0, pt: 1 }}
          >
            {name === 'General' && <GeneralSection control={control} />}
            {name === 'Games' && name === section && <GamesSection control={control} />}
            {name === 'Payment' && <PaymentSection control={control} />}
            {name === 'Security' && <SecuritySection control={control} />}
            {name === 'Technical' && <TechnicalSection control={control} />}
          </Box>
        ))}
      </Box>
    </FormDialog>
  )
}
