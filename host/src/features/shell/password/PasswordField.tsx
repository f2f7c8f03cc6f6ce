import { useState, type ComponentProps } from 'react'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { FormField } from '@console/shared-kernel/form'
import type { PasswordForm } from './usePasswordChange'

type Props = ComponentProps<typeof FormField<PasswordForm>> & { label: string }

/** Required, with a button that shows the password. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <FormField
      {...props}
      required
      type={shown ? 'text' : 'password'}
      slotProps={{
        htmlInput: { 'aria-required': true },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton
                edge="end"
                size="small"
                aria-label={`${shown ? 'Hide' : 'Show'} ${props.label}`}
                onClick={() => setShown(!shown)}
              >
                {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}
