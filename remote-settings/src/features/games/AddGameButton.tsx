import Button from '@mui/material/Button'
import Tooltip from '@mui/material/Tooltip'
import AddIcon from '@mui/icons-material/Add'
import type { Capability } from '@console/shared-kernel/rules'

interface Props {
  label: 'Add Game' | 'Add First Game'
  mayChange: Capability
  onClick: () => void
}

export function AddGameButton({ label, mayChange, onClick }: Props) {
  const button = { variant: 'contained', startIcon: <AddIcon />, children: label } as const
  if (mayChange.allowed) return <Button {...button} onClick={onClick} />
  return (
    <Tooltip title={mayChange.reason} describeChild>
      {/* not `disabled`, so that the button gets the focus and the tooltip with the reason */}
      <Button
        {...button}
        aria-disabled
        disableRipple
        sx={{
          '&, &:hover': { boxShadow: 'none', bgcolor: 'action.disabledBackground', color: 'text.secondary' },
          cursor: 'default',
        }}
      />
    </Tooltip>
  )
}
