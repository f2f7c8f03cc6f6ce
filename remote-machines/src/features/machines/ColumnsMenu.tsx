import { useState } from 'react'
import CheckIcon from '@mui/icons-material/Check'
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { userSetting, useStore } from '@console/shared-kernel/core'
import { toggled } from '@console/shared-kernel/domain'
import { asList } from '@console/shared-kernel/rules'
import type { machineColumns } from './columns'

type Choices = ReturnType<typeof machineColumns>['optional']

interface Props {
  choices: Choices
  /** In pixels; 0 until known. */
  room: number
}

/** Lets the user choose columns; hidden if there is no room for any. */
export function ColumnsMenu({ choices, room }: Props) {
  const chosen = useStore(columnChoice)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const fits = ({ from }: Choices[number]) => room === 0 || from <= room
  if (!choices.some(fits)) return null
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<ColumnsIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Columns
      </Button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {choices.map((column) => {
            const { key, header } = column
            const isChosen = chosen.includes(key)
            return (
              <MenuItem
                key={key}
                role="menuitemcheckbox"
                aria-checked={isChosen}
                onClick={() => columnChoice.set(toggled(chosen, key))}
              >
                <ListItemIcon>{isChosen && <CheckIcon fontSize="small" />}</ListItemIcon>
                <ListItemText primary={header} secondary={fits(column) ? null : 'Needs a wider window'} />
              </MenuItem>
            )
          })}
        </Menu>
      )}
    </>
  )
}

/** Columns that are shown only if the user chooses them. */
const OPTIONAL_COLUMNS = ['location', 'lastConnection'] as const

/** The optional columns among the stored keys, each once. */
export const readColumns = (stored: unknown): readonly string[] => {
  const named = asList(stored)
  return OPTIONAL_COLUMNS.filter((key) => named.includes(key))
}

/** Stored per user and browser. */
export const columnChoice = userSetting('machines.columns', readColumns)
