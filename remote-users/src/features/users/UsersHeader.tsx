import { useMemo, type ComponentProps } from 'react'
import AddIcon from '@mui/icons-material/Add'
import { LevelChip } from '@console/shared-kernel/core'
import type { User } from '@console/shared-kernel/contracts'
import { canCreateUnder, seesEverything } from '@console/shared-kernel/rules'
import { ListHead } from '@console/shared-kernel/table'
import type { View } from './filters'
import { ViewSwitch } from './tree/ViewSwitch'

interface Props extends Pick<
  ComponentProps<typeof ListHead<User>>,
  'status' | 'search' | 'filters' | 'exports' | 'views'
> {
  viewer: User
  arriving: boolean
  view: View
  onView: (view: View) => void
  /** Must be stable, like `onSelect`. */
  onCreate: () => void
  /** Null while rows are being selected. */
  onSelect: (() => void) | null
}

export function UsersHeader({ viewer, arriving, view, onView, onCreate, onSelect, ...list }: Props) {
  const mayCreate = canCreateUnder(viewer)
  const actions = useMemo(
    () =>
      mayCreate
        ? [{ label: 'Create User', icon: <AddIcon />, main: true, disabled: arriving, onClick: onCreate }]
        : [],
    [mayCreate, arriving, onCreate],
  )
  const tools = useMemo(
    () => (mayCreate && onSelect ? [{ label: 'Select', onClick: onSelect }] : []),
    [mayCreate, onSelect],
  )
  return (
    <ListHead
      title="Managed Users"
      mark={seesEverything(viewer) && <LevelChip level={viewer.level} label="Master View - All Users" />}
      view={{
        control: <ViewSwitch view={view} onView={onView} />,
        choices: [
          { label: 'List', chosen: view === 'list', onClick: () => onView('list') },
          { label: 'Tree', chosen: view === 'tree', onClick: () => onView('tree') },
        ],
      }}
      actions={actions}
      tools={tools}
      {...list}
    />
  )
}
