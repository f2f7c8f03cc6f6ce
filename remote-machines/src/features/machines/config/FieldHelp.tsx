import { useMemo } from 'react'
import Box from '@mui/material/Box'
import { useWatch, type Control } from 'react-hook-form'
import type { Game } from '@console/shared-kernel/contracts'
import { countedOf } from '@console/shared-kernel/domain'
import { CONFIG_FIELDS, configParts, type ConfigField, type ConfigForm } from './configForm'
import { hintOf } from './fieldHints'
import { otherValue, type CommonConfig } from './otherConfig'

/** What the form is compared with. */
export interface ComparisonBasis {
  /** The configuration as it was read. */
  base?: ConfigForm | undefined
  /** The most common values of the owner's other machines. */
  common?: CommonConfig | undefined
}

interface Props extends ComparisonBasis {
  control: Control<ConfigForm>
  name: ConfigField
  /** Used to show names instead of ids. */
  games?: readonly Game[]
}

const NO_GAMES: readonly Game[] = []

/** What a field means, what it was before it was changed, and what most other machines have. */
export function FieldHelp({ control, name, base, common, games = NO_GAMES }: Props) {
  // each part reads only its own field
  const form = { [name]: useWatch({ control, name }) } as unknown as ConfigForm
  const part = useMemo(() => configParts(games)[CONFIG_FIELDS.indexOf(name)]!, [games, name])
  const before = base ? otherValue(part, form, base) : null
  const count = common?.counts.get(name)
  const commonValue = common && count !== undefined ? otherValue(part, form, common.form) : null
  const others = common?.machines ?? 0
  const otherMachines = others === 1 ? 'The other machine' : countedOf(count ?? 0, others, 'other machine')
  return (
    <>
      {hintOf(name)}
      {before !== null && (
        <Box component="span" sx={{ display: 'block', color: 'primary.main' }}>
          {`Changed: it was ${before}`}
        </Box>
      )}
      {commonValue !== null && (
        <Box component="span" sx={{ display: 'block', color: 'warning.main' }}>
          {`${otherMachines}: ${commonValue}`}
        </Box>
      )}
    </>
  )
}
