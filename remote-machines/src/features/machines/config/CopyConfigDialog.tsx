import { useState } from 'react'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { messageOf, useListRows } from '@console/shared-kernel/core'
import { Combobox } from '@console/shared-kernel/combobox'
import type { Machine, MachineConfig } from '@console/shared-kernel/contracts'
import { FormDialog } from '@console/shared-kernel/form'
import { describeMachine } from '../model'
import { useMachines } from '../useMachines'
import { readConfig } from './api'

interface Props {
  /** What the configuration is copied to, in the title: a machine's name or '3 machines'. */
  to: string
  /** The id of a machine not to offer. */
  exceptId?: string
  onCopy: (config: MachineConfig, from: Machine) => void
  onClose: () => void
}

const BY_OWNER = { key: 'userName', direction: 'asc' } as const

/** Chooses the machine whose configuration is copied into the form. */
export function CopyConfigDialog({ to, exceptId, onCopy, onClose }: Props) {
  const { list } = useMachines()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Machine | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { rows, current, settled } = useListRows(list, { search, sort: BY_OWNER })
  const others = (machines: readonly Machine[]) => machines.filter(({ id }) => id !== exceptId)

  const copy = async () => {
    if (!chosen) return
    try {
      onCopy(await readConfig(chosen.id), chosen)
    } catch (failure) {
      setError(`Failed to load configuration: ${messageOf(failure, 'Unknown error')}`)
    }
  }
  return (
    <FormDialog
      title={`Copy configuration to ${to}`}
      submitLabel="Copy"
      maxWidth="xs"
      changed={false}
      canSubmit={chosen !== null}
      error={error}
      onSubmit={copy}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The values of the machine chosen here replace those in the form, except Service Mode. Nothing is
          saved yet.
        </Typography>
        <Combobox
          label="Copy from machine"
          emptyLabel="Choose a machine"
          options={others(rows)}
          settled={async () => others(await settled())}
          current={current}
          busy={!current}
          optionLabel={describeMachine}
          chosen={chosen}
          onSearch={setSearch}
          onChoose={(next) => {
            setChosen(next)
            setError(null)
          }}
        />
      </Stack>
    </FormDialog>
  )
}
