import { useState } from 'react'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useWatch, type Control } from 'react-hook-form'
import {
  type Machine,
  MACHINE_CONFIG_FIELDS as FIELDS,
  type MachineConfig,
} from '@console/shared-kernel/contracts'
import { counted } from '@console/shared-kernel/domain'
import { machineLabel, nameOf } from '../model'
import { CONFIG_FIELDS, type ConfigField, type ConfigForm } from './configForm'
import { CopyConfigButton } from './CopyConfigButton'
import { differingFields, type CommonConfig } from './otherConfig'

interface Props {
  machine: Machine
  control: Control<ConfigForm>
  /** Undefined until loaded, and on servers that do not provide it. */
  common: CommonConfig | undefined
  onField: (name: ConfigField) => void
  onCopy: (config: MachineConfig) => void
}

/** How the form differs from the owner's other machines, and a button that copies from any machine. */
export function OtherMachinesBar({ machine, control, common, onField, onCopy }: Props) {
  const [copiedFrom, setCopiedFrom] = useState<Machine | null>(null)
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'flex-start',
        justifyContent: 'space-between',
        columnGap: 2,
        mt: -1,
        mb: { xs: 0, sm: 1 },
        flexWrap: 'wrap',
      }}
    >
      <Stack sx={{ flex: '1 1 240px', gap: 0.5, py: 0.75 }}>
        {copiedFrom && (
          <Typography variant="body2" role="status">
            {`Copied from ${machineLabel(copiedFrom)}. Not saved yet.`}
          </Typography>
        )}
        {common && common.machines > 0 && (
          <DifferingFields control={control} common={common} onField={onField} />
        )}
      </Stack>
      <CopyConfigButton
        to={nameOf(machine)}
        exceptId={machine.id}
        onCopy={(config, from) => {
          onCopy(config)
          setCopiedFrom(from)
        }}
      />
    </Stack>
  )
}

interface DifferingProps extends Pick<Props, 'control' | 'onField'> {
  common: CommonConfig
}

function DifferingFields({ control, common, onField }: DifferingProps) {
  const form = useWatch({ control }) as ConfigForm
  const names = differingFields(form, common.form, common.counts.keys())
  if (names.length === 0)
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {sameText(common)}
      </Typography>
    )
  return (
    <Typography variant="body2">
      {`Differs from its owner's other machines in ${counted(names.length, 'field')}: `}
      {names.map((name, at) => (
        <span key={name}>
          {at > 0 && ', '}
          <Link component="button" type="button" variant="body2" onClick={() => onField(name)}>
            {FIELDS[name].label}
          </Link>
        </span>
      ))}
    </Typography>
  )
}

/**
 * For a form with all the most common values. Fields without such a value are counted: they differ anyway.
 */
function sameText({ machines, counts }: CommonConfig): string {
  const others = `its owner's other machines (${machines})`
  const without = CONFIG_FIELDS.length - counts.size
  return without === 0
    ? `Does not differ from ${others}`
    : `Has the most common values of ${others}, which have none in ${counted(without, 'field')}`
}
