import type { ComponentProps } from 'react'
import { FormField, usePasswordInput } from '@console/shared-kernel/form'
import type { UserForm } from './model'
import { PASSWORD_RULE } from './texts'

/** With a button that shows the password. */
export function PasswordField(props: ComponentProps<typeof FormField<UserForm>>) {
  const { type, endAdornment } = usePasswordInput()
  return (
    <FormField
      {...props}
      type={type}
      slotProps={{ htmlInput: { 'aria-required': props.required }, input: { endAdornment } }}
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
