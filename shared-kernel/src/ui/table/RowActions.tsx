import { useState, type ReactNode } from 'react'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { READ_OUT_ONLY } from '../PageTitle'
import { useRowTabIndex } from './currentRow'
import { tipProps } from './useSharedTooltip'

export interface RowAction {
  /** What it does; with the row's name behind it, the name of its button. */
  label: string
  icon: ReactNode
  onClick: () => void
  /** Why it cannot be done with this row: its button stays reachable, and says so. */
  unavailable?: string | undefined
}

interface Props {
  /** The row's name. */
  name: string
  /** In one order in all rows. A null keeps the place of an action that this row has not. */
  actions: readonly (RowAction | null)[]
  /** One button with a menu instead of a button an action. */
  compact: boolean
}

const FAINT = { color: 'text.disabled', '& .MuiListItemIcon-root': { color: 'inherit' } }

/*
 * Plain buttons, for the same reason that cells are plain: several a row come and go while one scrolls.
 * What they do is said by the one tooltip of their table.
 */
export function RowActions({ name, actions, compact }: Props) {
  if (compact) return <ActionsMenu name={name} actions={actions.filter((action) => action !== null)} />
  return <ActionButtons name={name} actions={actions} />
}

/** Not a component a button: most of the time a row takes to come goes into these. */
function ActionButtons({ name, actions }: Omit<Props, 'compact'>) {
  const tabIndex = useRowTabIndex()
  return (
    <span className="actions">
      {actions.map((action, place) => {
        if (!action) return <span key={place} />
        const { label, icon, onClick, unavailable } = action
        return (
          <button
            key={place}
            type="button"
            tabIndex={tabIndex}
            className="action"
            aria-label={`${label} ${name}`}
            {...tipProps(unavailable ?? label)}
            {...(unavailable && { 'aria-disabled': true, 'aria-description': unavailable })}
            // the second click of a double click would undo the first where that was a toggle
            onClick={({ detail }) => !unavailable && detail < 2 && onClick()}
          >
            {icon}
          </button>
        )
      })}
    </span>
  )
}

function ActionsMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const tabIndex = useRowTabIndex()
  const close = () => setAnchor(null)
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        className="action"
        aria-label={`Actions ${name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...tipProps('Actions')}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </button>
      {anchor && (
        <Menu open anchorEl={anchor} onClose={close}>
          {actions.map(({ label, icon, onClick, unavailable }) => (
            <MenuItem
              key={label}
              {...(unavailable && { 'aria-disabled': true, sx: FAINT })}
              onClick={() => {
                if (unavailable) return
                close()
                onClick()
              }}
            >
              <ListItemIcon>{icon}</ListItemIcon>
              <ListItemText
                primary={
                  <>
                    {label}
                    <Box component="span" sx={READ_OUT_ONLY}>{` ${name}`}</Box>
                  </>
                }
                secondary={unavailable}
              />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  )
}
