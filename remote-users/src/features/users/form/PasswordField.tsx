import { useState, type ComponentProps } from 'react'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { FormField } from '@console/shared-kernel/form'
import type { UserForm } from './model'
import { PASSWORD_RULE } from './texts'

/** With a button that shows the password. */
export function PasswordField(props: ComponentProps<typeof FormField<UserForm>>) {
  const [shown, setShown] = useState(false)
  // without the word 'password', by which tests and assistive tools find the field itself
  const action = shown ? 'Hide what is typed' : 'Show what is typed'
  return (
    <FormField
      {...props}
      type={shown ? 'text' : 'password'}
      slotProps={{
        htmlInput: { 'aria-required': props.required },
        input: {
          endAdornment: (
            <InputAdornment position="end">
              <IconButton edge="end" size="small" aria-label={action} onClick={() => setShown(!shown)}>
                {shown ? <VisibilityOffIcon fontSize="small" /> : <VisibilityIcon fontSize="small" />}
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

/** The specified help text, then the rule. */
export function PasswordHelp({ text }: { text: string }) {
  return (
    <>
      <span>{text}</span>
      {'. '}
      <span>{PASSWORD_RULE}</span>
    </>
  )
}
