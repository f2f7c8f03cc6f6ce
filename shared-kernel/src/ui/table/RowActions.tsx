import { useState, type ReactNode } from 'react'
import MoreVertIcon from '@mui/icons-material/MoreVert'
import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { Theme } from '@mui/material/styles'
import { READ_OUT_ONLY } from '../theme'
import { useRowTabIndex } from './useRowFocus'
import { tipProps } from './useSharedTooltip'

export interface RowAction {
  /** The accessible name adds the row's name. */
  label: string
  icon: ReactNode
  onClick: () => void
  /** The action removes something: a gap before its button keeps it from being hit by mistake. */
  apart?: boolean
  /** Why the action is disabled: the button stays focusable and shows the reason. */
  unavailable?: string | undefined
}

interface Props {
  name: string
  /** The actions, in the same order in all rows; null keeps the space of a missing one. */
  actions: readonly (RowAction | null)[]
  /** Whether one menu replaces the buttons. */
  compact: boolean
}

const FAINT = { color: 'text.disabled', '& .MuiListItemIcon-root': { color: 'inherit' } }

/** A line between the actions that remove something and the rest. */
const APART = { ':not(.apart) + &': { borderTop: 1, borderColor: 'divider' } }

const apartLast = (one: RowAction, other: RowAction): number =>
  Number(one.apart ?? false) - Number(other.apart ?? false)

/* Plain buttons with one tooltip per table, for speed: scrolling mounts several rows of them. */
export function RowActions({ name, actions, compact }: Props) {
  if (!compact) return <ActionButtons name={name} actions={actions} />
  const offered = actions.filter((action) => action !== null)
  return offered.length > 0 && <ActionsMenu name={name} actions={offered} />
}

/** Inlined for speed: the buttons take most of a row's render time. */
function ActionButtons({ name, actions }: Omit<Props, 'compact'>) {
  const tabIndex = useRowTabIndex()
  return (
    <span className="actions">
      {actions.map((action, index) => {
        if (!action) return <span key={index} />
        const { label, icon, onClick, apart, unavailable } = action
        return (
          <button
            key={index}
            type="button"
            tabIndex={tabIndex}
            className={apart ? 'action apart' : 'action'}
            aria-label={`${label} ${name}`}
            {...tipProps(unavailable ?? label)}
            {...(unavailable && { 'aria-disabled': true, 'aria-description': unavailable })}
            // the second click of a double click would undo a toggle
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
          {[...actions].sort(apartLast).map(({ label, icon, onClick, apart, unavailable }) => (
            <MenuItem
              key={label}
              {...(unavailable && { 'aria-disabled': true })}
              className={apart ? 'apart' : undefined}
              sx={[apart === true && APART, Boolean(unavailable) && FAINT]}
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

/** A size in pixels. */
export const ACTION_SIZE = 30
export const ICON_SIZE = 20
/** The gap in pixels before a button that is set apart. */
export const ACTION_GAP = 8

export const actionStyles = (theme: Theme) => ({
  // faint, unless their row is hovered or focused
  '& tr:not(:hover, :focus-within) .action': { opacity: 0.7 },
  // a grid in every button would take most of a row's layout time
  '& .action, & .actions > span': {
    display: 'inline-block',
    verticalAlign: 'middle',
    boxSizing: 'border-box',
    width: ACTION_SIZE,
    height: ACTION_SIZE,
  },
  '& .action': {
    padding: (ACTION_SIZE - ICON_SIZE) / 2,
    border: 0,
    borderRadius: theme.shape.borderRadius,
    background: 'none',
    color: theme.palette.text.primary,
    cursor: 'pointer',
    '& > svg': { display: 'block' },
    '&.apart': { marginLeft: ACTION_GAP },
    '&:hover': { backgroundColor: theme.palette.action.hover },
    '&:focus-visible': { outline: `2px solid ${theme.palette.primary.main}`, outlineOffset: -2 },
    '&[aria-disabled=true]': { color: theme.palette.action.disabled, cursor: 'default', background: 'none' },
  },
})
